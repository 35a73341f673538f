"""The hall on disk: SQLAlchemy tables, one writer with group commit, and the migrations between versions."""
