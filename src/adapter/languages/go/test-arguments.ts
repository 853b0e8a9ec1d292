/** Flags of the test program, which `go test` takes without their prefix. */
const OF_TEST =
  /^--?(?:test\.)?(bench|benchmem|benchtime|blockprofile|count|coverprofile|cpu|cpuprofile|failfast|fullpath|fuzz|fuzztime|list|memprofile|mutexprofile|parallel|run|short|shuffle|skip|timeout|trace|v)(=.*)?$/;
/** The flags among them that take a value: the word behind them is theirs. */
const VALUED =
  /^(bench|benchtime|blockprofile|count|coverprofile|cpu|cpuprofile|fuzz|fuzztime|list|memprofile|mutexprofile|parallel|run|shuffle|skip|timeout|trace)$/;
/** Flags of `go test` itself that mean nothing to a test program that is debugged. */
const OF_COMMAND = /^--?(json|vet|c|o|i|work|x|n|a|exec)(=.*)?$/;
const BUILD_VALUED = /^--?(tags|ldflags|gcflags|asmflags|mod|modfile|overlay|p|pgo|vet|o|exec|covermode|coverpkg)$/;

/** The words of `go test`, sorted. */
interface TestArguments {
  readonly packages: readonly string[];
  /** Flags of the build. */
  readonly flags: readonly string[];
  /** Arguments of the test program, with the prefix that it knows them by. */
  readonly args: readonly string[];
}

/** Sorts what stands behind `go test`: packages, what the build takes, and what the test program does. */
export function testArguments(words: readonly string[]): TestArguments {
  const packages: string[] = [];
  const flags: string[] = [];
  const args: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [, name = '', value] = OF_TEST.exec(word) ?? [];
    if (word === '-args' || word === '--args') {
      args.push(...words.slice(index + 1));
      break;
    }
    if (name !== '') {
      const given = value ?? (VALUED.test(name) ? `=${words[++index] ?? ''}` : '=true');
      args.push(`-test.${name}${given}`);
    } else if (word.startsWith('-')) {
      const isOurs = OF_COMMAND.test(word);
      const more = BUILD_VALUED.test(word) ? [words[++index] ?? ''] : [];
      if (!isOurs) flags.push(word, ...more);
    } else if (packages.length === 0 || flags.length + args.length === 0 || /^[./]/.test(word)) packages.push(word);
    else args.push(word);
  }
  return { packages, flags, args };
}
