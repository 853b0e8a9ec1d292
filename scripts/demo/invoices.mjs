// A value that is changed in an unlikely place: found with a condition, a watch and one step.
const PROGRAM = 'invoices.js';
const FAULTY = 'Object.assign(product, { price, quantity: item.quantity })';
const FIXED = '{ ...product, price, quantity: item.quantity }';
const CLEOS_LINE = `${PROGRAM}:19 if item.quantity === 2`;

export async function playInvoices(stage, debug) {
  stage.step('1. The symptom');
  stage.run('node', process.execPath, PROGRAM, 'A-3  Cleo   64.80');
  stage.say(
    'Members get 10 % off. Cleo is one and bought two kettles at 40.00: that is 72.00, not 64.80. Ada, also a member,',
  );
  stage.say('is charged correctly, and line by line the code reads well.');

  stage.step('2. Stop where the line of Cleo is priced');
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [CLEOS_LINE] },
    `Stopped (breakpoint) at ${PROGRAM}:19`,
    'product: object = {name: "Kettle", price: 36, quantity: 1}',
    'price: number = 32.4',
  );
  stage.say(
    'The arithmetic is right and its input is wrong: the catalogue itself says 36 for a kettle, and it has got a quantity.',
  );
  stage.say('Somebody wrote into it before Cleo came.');

  stage.step('3. Start again, to the first kettle');
  const stop = await debug.call('debug_launch', { program: PROGRAM, breakpoints: [`${PROGRAM}:19`] }, 'price: 40}');
  stage.say('The kettle still costs 40 here. So it is about to happen.');

  stage.step('4. Watch the catalogue over one line');
  await debug.call('debug_watch', { expression: 'CATALOGUE.kettle.price' }, 'CATALOGUE.kettle.price = 40');
  const after = await debug.call(
    'debug_step',
    {},
    `Stopped (step) at ${PROGRAM}:20`,
    'CATALOGUE.kettle.price: 40 → 36',
  );
  const line = stop.match(/^Stopped \(breakpoint\) at (\S+)/m)?.[1];
  const [, before, now] = after.match(/CATALOGUE\.kettle\.price: (\S+) → (\S+)/) ?? [];
  stage.say(
    `One step over line 19 and the shared catalogue went from ${before} to ${now}: Object.assign writes into its first argument.`,
  );

  stage.step('5. Fix it, and look at the same place again');
  stage.edit(PROGRAM, FAULTY, FIXED);
  await debug.call(
    'debug_launch',
    { program: PROGRAM, breakpoints: [CLEOS_LINE] },
    'product: object = {name: "Kettle", price: 40}',
    'price: number = 36',
  );
  await debug.call('debug_continue', {}, 'Program terminated. Exit code: 0.', 'A-3  Cleo   72.00');
  await debug.call('debug_stop', {}, 'Debug session ended.');

  if (stage.differences.length > 0) return;
  stage.say(
    `Found: ${line} changed the shared catalogue from ${before} to ${now}, so every later member got the discount twice.`,
  );
  stage.say('Fixed: Cleo pays 72.00.');
}
