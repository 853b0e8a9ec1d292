// Compiled into dist/ by the test that uses it.
interface Person {
  readonly name: string;
  readonly age: number;
}

enum Mode {
  First,
  Second,
}

function look(mode: Mode): unknown {
  const myLocalVariable: Person | string = mode === Mode.First ? { name: 'John', age: 30 } : 'done';
  const shown: string = JSON.stringify(myLocalVariable);
  return shown.length;
}

look(Mode.First);
look(Mode.Second);
