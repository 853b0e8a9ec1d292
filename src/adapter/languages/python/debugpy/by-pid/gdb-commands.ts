import { runFile } from './entrance.ts';

/** The way in which the text will run in the process, from gdb's output. */
export type Arranged = 'direct' | 'pending' | 'unsafe';

/** The page that holds the text. */
const PAGE_BYTES = 4_096;

/** The last bytes before the next instruction, where a thread is inside of a system call, and the first argument of that call. */
const SYSTEM_CALLS: Readonly<Record<string, { readonly isInside: string; readonly argument: string }>> = {
  x64: { isInside: '*(unsigned short *)($pc - 2) == 0x050f', argument: '$rdi' },
  arm64: { isInside: '*(unsigned int *)($pc - 4) == 0xd4000001', argument: '$x0' },
};
const ANY_CALL = { isInside: '1', argument: '0' };

/** More than the size of Python's own state, in which the lock of the interpreter lies: 450 kB in Python 3.12, less in others. */
const RUNTIME_BYTES = 0x80000;
/** Functions that wait for the lock of the interpreter, or hand it on. */
const LOCKING = 'take_gil|drop_gil|PyEval_(Save|Restore|Acquire|Release)Thread|PyGILState_(Ensure|Release)';

/** Functions of Python, or of the allocator, whose state is in flux: code run in between breaks the program. */
const IN_FLUX = [
  '_PyEval_.*|PyEval_.*|take_gil|drop_gil',
  '_?Py(Object|Mem)_(Raw)?(Malloc|Calloc|Realloc|Free)|_PyObject_GC_.*|gc_.*|deduce_unreachable|subtract_refs|pymalloc_.*',
  '(__libc_)?(malloc|calloc|realloc|free)|_int_.*|malloc_consolidate|sysmalloc|tcache_.*',
  '_dl_.*|__tls_get_addr',
].join('|');
/** Below the function that was interrupted: an allocation is a few calls deep. */
const FLUX_CALLS = 8;

/**
 * The commands by which gdb makes a Python process run a file, once.
 *
 * A thread stopped anywhere must not run Python there and then: the interpreter's own state may be half written, and the program
 * dies of it. So a thread that runs Python is asked to run the text at the next safe point (`Py_AddPendingCall`); one that waits in a
 * system call without the lock of the interpreter runs it there, as a signal handler would. Unless it is that lock that it waits for: who
 * hands it on may have to wait until those who waited have gone on (glibc's condition variables), and the process would stand still. The
 * text lies in a page of its own: an allocation may be what was interrupted.
 *
 * @param path Of the file, absolute.
 * @param how `force`: the main thread has not come to a safe point. Where nothing is in flux, it runs the text inside of its native call.
 * @param arch As `process.arch`.
 */
export function gdbCommands(path: string, how: 'safely' | 'force', arch: string = process.arch): string {
  const { isInside, argument } = SYSTEM_CALLS[arch] ?? ANY_CALL;
  const text = bytesOf(runFile(path));
  const safely = how === 'safely';
  return `${[
    'set pagination off',
    'set confirm off',
    // The other threads run while it waits for the lock.
    'set scheduler-locking off',
    'set unwindonsignal on',
    'handle all nostop noprint pass',
    'handle SIGSEGV SIGBUS SIGILL SIGFPE SIGABRT stop print',
    // Symbols of a large program's libraries take seconds. Its calls can only be seen with them.
    ...(safely ? ['libpython', 'libc[.-]', 'ld-musl'].map((name) => `sharedlibrary ${name}`) : []),
    'set $held = ((int (*)(void)) PyGILState_Check)()',
    `set $waits = !$held && ${isInside}`,
    `set $locks = (unsigned long) ${argument} - (unsigned long) &_PyRuntime < ${RUNTIME_BYTES}`,
    `set $unsafe = ${safely ? '0' : `$waits ? $locks && ${isIn(LOCKING)} : ${isIn(IN_FLUX)}`}`,
    'if $unsafe',
    'printf "arranged: unsafe\\n"',
    'else',
    `set $text = ((char *(*)(long, long, int, int, int, long)) mmap)(0, ${PAGE_BYTES}, 3, 0x22, -1, 0)`,
    `set {char[${text.length}]}$text = {${text.join(',')}}`,
    safely ? 'if !$waits || $locks' : 'if 0',
    'set $full = ((int (*)(void *, void *)) Py_AddPendingCall)((void *) PyRun_SimpleString, $text)',
    'printf "arranged: pending %d\\n", $full',
    'else',
    'printf "arranged: direct\\n"',
    'set $lock = ((int (*)(void)) PyGILState_Ensure)()',
    'set $failed = ((int (*)(const char *)) PyRun_SimpleString)($text)',
    'call ((void (*)(int)) PyGILState_Release)($lock)',
    'end',
    'end',
    'detach',
  ].join('\n')}\n`;
}

/** A condition of gdb: the thread is in one of these functions, or in others that they have called. */
function isIn(names: string): string {
  return `$_any_caller_matches("^(${names})$", ${FLUX_CALLS})`;
}

/** The arguments with which gdb runs a file of commands, and reads nothing else. */
export function gdbArguments(pid: number, how: 'safely' | 'force', commands: string): string[] {
  return [
    ...['-nh', '-nx', '-batch', '-iex', 'set auto-load off', '-iex', 'set debuginfod enabled off'],
    ...(how === 'safely' ? ['-iex', 'set auto-solib-add off'] : []),
    ...['-p', String(pid), '-x', commands],
  ];
}

/** Reads gdb's arrangement from its output; undefined if gdb made none, or the process has too many calls pending. */
export function arrangedIn(said: string): Arranged | undefined {
  const [, how, full] = /^arranged: (\w+)(?: (-?\d+))?$/m.exec(said) ?? [];
  if (how === 'direct' || how === 'unsafe') return how;
  return how === 'pending' && full === '0' ? 'pending' : undefined;
}

/** With the zero at the end. Bytes, because gdb reads a string in the character set of its own terminal. */
function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'utf8'), 0];
}
