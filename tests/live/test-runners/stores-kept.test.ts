import { describe, expect, test } from 'vitest';
import { COUNTING_THREADS, countsOf } from '../../support/counting-threads.ts';
import { pythonVersions } from '../../support/python-versions.ts';
import { TestProject } from './project.ts';

const TESTS = `import unittest
import counting

class Counts(unittest.TestCase):
    def test_threads(self):
        with open("counts.txt", "a") as file:
            print(counting.count(1000), file=file)

    def test_fails(self):
        self.assertEqual(counting.count(10), 40)
`;

describe.each(pythonVersions())('Python 3.$minor', ({ minor, path }) => {
  test('threads lose nothing of what they store while tests run and their lines are counted', async () => {
    using project = new TestProject('python');
    project.write('counting.py', COUNTING_THREADS);
    project.write('test_counts.py', TESTS);
    const report = await project.run(`${path} -m unittest test_counts`);
    expect(report.failures.map(({ name }) => name)).toEqual(['Counts > test_fails']);
    const counts = project.read('counts.txt').trim().split('\n');
    // Lines are counted in a run of their own before Python 3.12.
    expect(counts.length).toBe(minor < 12 ? 2 : 1);
    expect([...new Set(counts)]).toEqual([countsOf(1000)]);
  });
});
