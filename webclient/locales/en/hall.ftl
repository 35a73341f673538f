# The hall in English. Ids that end in a code (foul-…, option-…, refused-…) take the codes of the wire.

hall = Cuehall
tagline = A quiet hall for billiards and darts. Bring a friend, or play the house.
skip-to-content = Skip to the content
close = Close
cancel = Cancel

# Coming in
your-name = Your name
name-hint = No account needed. This is how others see you.
come-in = Come in
come-in-and-join = Come in and join the table
invited = You are invited to a table.

# Connection
away = The connection is lost. Coming back…
elsewhere = You went on in another window.
away-waiting = The connection is lost. Coming back… What you did is kept and goes out as soon as we are back.
try-now = Try now
starting = Opening the hall…

# Lobby
play-now = Play now
play-bot = Play against a bot
play-alone = Play alone
play-friend = Invite a friend
open-rooms = Open tables
no-rooms = No table is open just now. Open one, or play the house.
join = Join
watch = Watch
refresh = Refresh
watchers = { $count ->
    [0] nobody watches
    [one] { $count } watches
   *[other] { $count } watch
}
free-seat = free seat
not-you = Not { $name }?
change-name = Change name
game = Game
settings = Settings
race = Race to
race-hint = Games (racks, legs) to win the match.
shot-clock = Shot clock
shot-clock-hint = Seconds for each shot; a warning comes 10 seconds before the end.
no-clock = No clock
seconds = { $count } s
touch = Touch
touch-exact = Exact
touch-club = Club
touch-pro = Pro
touch-hint-exact = Every stroke is played just as you set it. Friendly and for practice.
touch-hint-club = A little unsteadiness, more of it on hard and spun strokes: like an evening at the club.
touch-hint-pro = A steady hand: only the hardest strokes stray.
listed = Show the table in the lobby
listed-hint = Otherwise only people with the link can come in.
ready-check = Begin when all are ready
ready-check-hint = Everybody sees the rules, accepts them and says ready.
referee = Referee
director = Director
referee-hall = The hall rules
referee-person = A person, by invitation
referee-hall-hint = The hall rules on every shot and answers protests at once.
referee-person-hint = You get a link for the referee. While nobody has taken the seat, the hall rules.
director-seat = A seat for a director
director-seat-hint = A director decides on the match as a whole: to award it, to end it, to overrule the referee.
officials = Who rules
office-free = nobody yet
hall-rules = The hall rules on every shot and protest.
hall-will-rule = The hall will rule on every shot and protest.
take-referee = Referee…
take-director = Director…
office-invitation-referee = The referee's invitation: link or code
office-invitation-director = The director's invitation: link or code
office-enter = Take the seat
office-no-invitation = That is no invitation: paste the whole link, or the code at its end.
copy-referee = Copy the referee's link
copy-director = Copy the director's link
invite-referee = For the referee, who rules on this match
invite-director = For the director
role-spectator = watching
role-referee = referee
role-director = director
sent-out = The referee has sent you out of this room.
players = Players
yes = Yes
no = No
more-settings = Rules in detail
preset = Rules
preset-hint = Which hall's rules are played.
preset-sbiz = Slovak billiard federation
preset-hall_tr = Turkish hall
preset-carom_ru = Russian carom
preset-umb = UMB
preset-sagu = Korean four-ball
preset-yotsudama = Japanese four-ball
preset-western = Western four-ball
preset-pyramid_seed = Old pyramid
preset-pyramid_modern = Today's pyramid
preset-seed = Machine
preset-standard = Usual
table = Table
table-hint = The size of the table.
players-hint = Seats at the board; whoever opens the link takes the next one.
family-pool = Pool
family-carom = Carom
family-pyramid = Pyramid
family-darts = Darts
setting-break_order = Who breaks next
setting-target = Points to win
setting-start = Start at
setting-in = Begin with
setting-out = End with
setting-rounds = Rounds
choice-winner = the winner
choice-loser = the loser
choice-alternate = in turn
choice-leader = who leads
choice-trailer = who trails
choice-open = any dart
choice-double = a double
choice-master = a double or triple

# Games and tables
game-nine_ball = Nine-ball
game-three_cushion = Three-cushion
game-libre = Libre
game-four_ball = Four-ball
game-one_cushion = One-cushion
game-balkline = Balkline
game-free_pyramid = Free pyramid
game-combined_pyramid = Combined pyramid
game-classic_pyramid = Classic pyramid
game-x01 = 301 and up
game-seven_ball = Seven-ball
game-eight_ball = Eight-ball
game-hint-nine_ball = Lowest ball first; whoever pots the nine wins the rack.
game-hint-libre = Your ball must meet both others.
game-hint-four_ball = Two balls score, all three far more; meeting none costs the whole turn.
game-hint-one_cushion = A cushion before the second ball.
game-hint-balkline = Meet both others, but do not keep them in one field.
game-hint-three_cushion = Three cushions before the second ball scores a point.
game-hint-free_pyramid = Strike any ball; every ball that falls counts, eight win.
game-hint-combined_pyramid = The red ball is the cue ball and counts where it falls; eight balls win.
game-hint-classic_pyramid = Call ball and pocket; balls count by their numbers, 71 win.
game-hint-seven_ball = Lowest ball first; the seven must fall on your side of the table.
game-hint-eight_ball = Solids or stripes, then the called eight.
game-hint-x01 = Three darts a visit, from the start down to exactly zero.
table-pool_9ft = nine-foot pool table
table-pool_8ft = eight-foot pool table
table-pool_7ft = seven-foot pool table
table-carom_10ft = match carom table
table-carom_9ft = nine-foot carom table
table-carom_8ft = eight-foot carom table

# In the room
leave = Leave
copy-link = Copy link
copied = Link copied
invite-link = Invitation link
waiting-title = Waiting for the other side
waiting-text = Send this link: whoever opens it sits down at the table.
you-are-player = You are watching
you-are-spectator = You are watching
you-are-referee = You are the referee
you-are-director = You are the director
your-turn = Your turn
your-turn-in-hand = Your turn, ball in hand
turn-of = { $name } is at the table
turn-of-darts = { $name } is at the board
dart-flying = The dart is on its way
balls-rolling = The balls are rolling
match-over = The match is over
you = you
bot = bot
gone-away = away
people = People
shots = Shots
shots-empty = Nothing has been played yet.
last-ruling = Last ruling
details = Details
concede = Concede
concede-sure = Give the match up?
concede-yes = Yes, concede
extension = More time
skip = Skip to the end
leave-sure = Leave the table? That gives the match up.
stay = Stay
leave-and-concede = Leave and concede
leave-office-sure = Leave the seat? Play stops until a substitute comes, or all players agree to go on.
leave-office = Leave the seat
room-closed = This table is closed.
back-to-lobby = Back to the lobby
race-to = race to { $count }
target = to { $count }
score-games = { $count } games
innings = { $count ->
    [one] { $count } inning
   *[other] { $count } innings
}
average = ø { $value }
high-run = best { $count }
after-safety = after a safety
figures = Figures
figure-innings = innings
figure-average = average
figure-high_run = high run
figure-runs = runs
figure-best_game = best game
figure-stroke_seconds = seconds a stroke
figure-longest_run = longest run
figure-own_balls = own balls
figure-other_balls = other balls
figure-safeties = safeties
figure-bad_safeties = bad safeties
figure-penalties_given = penalties paid
figure-penalties_received = penalties received
figure-debt = balls owed
figure-fouls = fouls
fouls-in-row = { $count ->
    [one] { $count } foul
   *[other] { $count } fouls in a row
}
group-solids = solids
group-stripes = stripes
run = run { $count }
rack-number = Rack { $number }
leg-number = Leg { $number }
game-number = Game { $number }
time-left = { $seconds } seconds left
time-warning = TIME
time-warning-spoken = Time: { $seconds } seconds left

# Aiming
aim-hint = Click the table to aim, drag to turn the cue; wheel, dial or arrow keys for the fine aim. Nothing is played before you press Shoot.
aim-dial = Fine aim
aim-degrees = { $degrees } degrees
aim-field = Aim in degrees
power = Power
power-speed = { $speed } metres a second
pull-to-strike = Strike when I let the cue go
shoot = Shoot
shoot-push-out = Push out
push-out = Push-out
push-out-hint = This shot need not hit the lowest ball or a cushion; the other side may then pass the table back.
call = Call
call-ball = Called ball
call-pocket = Called pocket
call-none = none
safety = Safety
safety-hint = You do not try to score: after the first ball yours or that one must reach a cushion. Not twice in a row.
strike = Ball to strike
pick-on-table = Tap it on the table
strike-hint = Any ball may be struck: pick it from the list or on the table, then aim.
zones = Zones: { $zones }.
lag-hint = The lag: play to the far cushion and back; the ball nearest to the near cushion wins.
pocket-HL = head left
pocket-HR = head right
pocket-SL = side left
pocket-SR = side right
pocket-FL = foot left
pocket-FR = foot right
spin = Tip and butt
spin-open = Spin: side { $side }, up { $up }, butt raised { $degrees } degrees
spin-face = Where the tip meets the ball
spin-value = side { $side } · height { $up }
spin-miscue = Outside the ring the tip slips: a miscue.
spin-reset = Centre
elevation = Butt raised: { $degrees }°
in-hand = Ball in hand: drag the cue ball to any free place.
in-hand-kitchen = Ball in hand: drag the cue ball to a place behind the line.
lay-ball = Lay it here
move-up = Move the ball towards the foot
move-down = Move the ball towards the head
move-left = Move the ball to the left
move-right = Move the ball to the right
table-label = { $table } from above, { $balls } balls. The list after the controls tells where they lie.
balls-on-table = Balls on the table
ball-at = { $ball }: { $x } mm along, { $y } mm across

# Balls
ball-c = cue ball
ball-1 = ball 1
ball-2 = ball 2
ball-3 = ball 3
ball-4 = ball 4
ball-5 = ball 5
ball-6 = ball 6
ball-7 = ball 7
ball-8 = ball 8
ball-9 = ball 9
ball-10 = ball 10
ball-11 = ball 11
ball-12 = ball 12
ball-13 = ball 13
ball-14 = ball 14
ball-15 = ball 15
ball-W = white
ball-Y = yellow
ball-R = red
ball-B = burgundy

# Darts
board-label = Dart board, round { $round }, dart { $dart }
round = Round { $round }{ $of ->
    [0] {""}
   *[other] {" "}of { $of }
}
aim-at = Aim: { $segment }
segment = { $code ->
    [IB] bull
    [OB] outer bull
    [M] outside
   *[other] { $code }
}
throw = Throw dart { $dart }
throw-hint = Tap or drag on the board to aim; arrow keys move by a millimetre.
throw-hint-sway = Tap or drag on the board to aim. Your hand sways a little: let go at the right moment.
checkout = Way out: { $way }
pass-darts = End the visit
score-sheet = Score sheet
visit = Visit
darts = Darts
sum = Sum
bust = bust

# What was ruled
said-potted = { $name } pots { $balls }
said-nothing = { $name } pots nothing
said-points = { $points ->
    [one] { $name } scores { $points } point
   *[other] { $name } scores { $points } points
}
said-miss = { $name } misses
said-foul = Foul by { $name }: { $fouls }
said-dart = { $name }: { $segment } for { $value }
said-bust = { $name } is bust
said-close = close call
said-rules = rule { $rules }

foul-no_hit = no ball hit
foul-wrong_ball = wrong ball first
foul-no_rail = no cushion after contact
foul-scratch = cue ball potted
foul-cue_ball_off = cue ball off the table
foul-ball_off = ball off the table
foul-off_table = ball off the table
foul-double_hit = double hit
foul-push = pushed
foul-press = pressed
foul-scoop = scooped
foul-miscue_jump = jumped by miscue
foul-touch = touched a ball
foul-placement = ball laid down wrongly
foul-kitchen = cue ball stayed in the kitchen
foul-time = out of time
foul-illegal_break = illegal break
foul-ferrule = ferrule touched the ball
foul-wrong_cue_ball = wrong cue ball
foul-frozen_ball = frozen ball
foul-house_ball = ball in the house hit
foul-cue_ball_potted = cue ball potted
foul-bad_safety = safety without two cushions
foul-house = ball laid down outside the house
foul-stroke = not a stroke with the tip
foul-disturb = disturbed the other side
foul-conduct = conduct
foul-zone = balls kept in a field
foul-safety_rail = no cushion on the safety
foul-safety_twice = two safeties in a row
foul-opening = opening shot missed the red

# Choices the rules offer
choose = Choose
option-BREAK = Break
option-hint-BREAK = You play the opening shot.
option-PASS = Let the other side break
option-hint-PASS = The other side plays the opening shot.
option-start = Start
option-hint-start = You play the opening shot.
option-hand_over = Let the other side start
option-hint-hand_over = The other side plays the opening shot.
option-PLAY = Play it
option-hint-PLAY = You play from where the balls lie.
option-PASS_BACK = Pass it back
option-hint-PASS_BACK = The other side has to play from where the balls lie.
option-ACCEPT = Play on
option-hint-ACCEPT = You take the table as it lies.
option-ACCEPT_KITCHEN = Play on with ball in hand
option-hint-ACCEPT_KITCHEN = You take the table with the cue ball in hand behind the line.
option-RERACK_SELF = Rack again, I break
option-hint-RERACK_SELF = The balls are racked again and you break.
option-RERACK_OTHER = Rack again, they break
option-hint-RERACK_OTHER = The balls are racked again and the other side breaks.
option-play_on = Play on
option-hint-play_on = The balls stay as they lie.
option-dead_position = Rack the rest again
option-hint-dead_position = Nothing more can be played: the balls left are racked again and a lag decides who plays.
option-separate = Separate the balls
option-hint-separate = The frozen balls are put on their spots.
option-play_away = Play away
option-hint-play_away = You play from where the balls lie, away from the frozen ball.
option-brikol = Cushion first
option-hint-brikol = You play from where the balls lie, to a cushion first.
option-other_ball = Other ball first
option-hint-other_ball = You play from where the balls lie, to the other ball first.
option-place = Place the balls
option-hint-place = The frozen balls are put on their spots.
option-1 = Ball 1
option-hint-1 = It is taken off the table.
option-2 = Ball 2
option-hint-2 = It is taken off the table.
option-3 = Ball 3
option-hint-3 = It is taken off the table.
option-4 = Ball 4
option-hint-4 = It is taken off the table.
option-5 = Ball 5
option-hint-5 = It is taken off the table.
option-6 = Ball 6
option-hint-6 = It is taken off the table.
option-7 = Ball 7
option-hint-7 = It is taken off the table.
option-8 = Ball 8
option-hint-8 = It is taken off the table.
option-9 = Ball 9
option-hint-9 = It is taken off the table.
option-10 = Ball 10
option-hint-10 = It is taken off the table.
option-11 = Ball 11
option-hint-11 = It is taken off the table.
option-12 = Ball 12
option-hint-12 = It is taken off the table.
option-13 = Ball 13
option-hint-13 = It is taken off the table.
option-14 = Ball 14
option-hint-14 = It is taken off the table.
option-15 = Ball 15
option-hint-15 = It is taken off the table.
option-c = Red ball
option-hint-c = It is taken off the table.
option-W = White
option-Y = Yellow
option-left = Left spot
option-hint-left = Your cue ball starts on the left spot.
option-right = Right spot
option-hint-right = Your cue ball starts on the right spot.

# The end
won = You win!
lost = { $name } wins
won-by = { $name } wins
shared = A shared win
drawn = A draw
no-result = No result
reason-concede = by concession
reason-conceded = by concession
reason-time = on time
score = Score
final-score = Final score
play-again = Play again
look-at-table = Look at the table

# Refusals
refused-connection_lost = The connection broke off before the hall could answer. Please look whether it was done, and try again.
refused-stale_turn = The match has gone on meanwhile: that came too late.
refused-not_your_turn = It is not your turn.
refused-balls_moving = Wait until the balls rest.
refused-overlap = Another ball lies there.
refused-not_behind_head_string = The cue ball must lie behind the line.
refused-not_in_hand = The ball is not in hand.
refused-off_table = That is not on the table.
refused-house = The ball must lie behind the line of the house and touch no other one.
refused-call_required = Call a ball and a pocket first.
refused-no_push_out = A push-out is allowed only right after the break.
refused-match_over = The match is over.
refused-not_started = The match has not begun.
refused-unknown_invite = No table has this invitation. It may be closed.
refused-unknown_room = This table is closed.
refused-no_free_seat = All seats are taken.
refused-seat_taken = Somebody sits there already.
refused-bad_name = This name cannot be used.
refused-too_fast = That was too fast. Try again in a moment.
refused-no_bot = No bot is free just now.
refused-draining = The hall is about to close for a moment. Try again soon.
refused-storage_away = The hall cannot write its records just now; play goes on as soon as it can.
refused-wrong_dart = That dart has been thrown already.

ready-title = Ready to play?
ready-race = { $count ->
    [one] one game
   *[other] race to { $count }
}
ready-rules = The rules of this room
ready-yes = ready
ready-not = not ready yet
ready-accept = I accept the rules and am ready
ready-back = Not ready after all
ready-left = { $seconds } s left to say so; then the seat is free again.
absent-waits = { $name } is away. You may claim the match in { $seconds } s.
absent-over = { $name } is away.
absent-claim = Claim the match
refused-rules_differ = This room is played by other rules now. Look at them again.
refused-paused = You left several matches before they had begun. Sit down again in a few minutes.
refused-not_absent = This player is here, or has not been away long enough yet.

# Play that stands still, and officials
stopped-suspended = The referee has stopped play.
stopped-protest = A protest has stopped play until it is ruled on.
stopped-time-out = A time-out is taken.
stopped-referee-left = The referee has left. Play waits for a substitute, or until all agree to go on.
end-time-out = I am ready
agree-to-go-on = Go on without a referee
protest = Protest
time-out = Time-out
officials-did = Protests and referee
refused-not_referee = Only the referee or the director of this room may do this.
refused-not_director = Only the director of this room may do this.
