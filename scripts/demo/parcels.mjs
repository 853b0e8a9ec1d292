// The same in Python: a group that comes twice, found by the state in which it comes the second time.
const PROGRAM = 'parcels.py';
const FAULTY = 'loads[depot] = sum(parcel["weight"] for parcel in group)';
const FIXED = 'loads[depot] = loads.get(depot, 0) + sum(parcel["weight"] for parcel in group)';
const SECOND_TIME = `${PROGRAM}:15 if depot in loads`;

export async function playParcels(stage, debug, python) {
  stage.step('6. The same in Python: the symptom');
  stage.run('python3', python, PROGRAM, 'Oslo      5 kg');
  stage.say('Oslo has sent 4, 6 and 5 kg: that is 15, not 5. Every parcel is in the list, and the sum is a plain sum.');

  stage.step('7. Stop where a depot comes a second time');
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [SECOND_TIME], runtimeExecutable: python },
    `Stopped (breakpoint) at ${PROGRAM}:15`,
    "loads: dict = {'Oslo': 10, 'Bergen': 3}",
  );
  stage.say(
    'It should never come twice: groupby starts a new group each time the depot changes, and nobody has sorted.',
  );

  stage.step('8. Watch the load of Oslo over one line');
  await debug.call('debug_watch', { expression: "loads['Oslo']" }, "loads['Oslo'] = 10");
  const after = await debug.call('debug_step', {}, 'Stopped (step)', "loads['Oslo']: 10 → 5");
  const [, before, now] = after.match(/loads\['Oslo'\]: (\d+) → (\d+)/) ?? [];
  stage.say(`The second group replaces the first: ${before} became ${now}.`);

  stage.step('9. Fix it, and run to the end');
  stage.edit(PROGRAM, FAULTY, FIXED);
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [], stopOnEntry: false, runtimeExecutable: python },
    'Restarted',
    "loads['Oslo']: 5 → 10",
  );
  await debug.call('debug_continue', {}, 'Program terminated. Exit code: 0.', 'Oslo     15 kg');
  await debug.call('debug_stop', {}, 'Debug session ended.');

  if (stage.differences.length > 0) return;
  stage.say(`Found: ${PROGRAM}:15 replaced ${before} by ${now} when Oslo came again.`);
  stage.say('Fixed: Oslo has sent 15 kg.');
}
