import { test } from 'vitest';
import { debugByRequest, type Framework } from './framework.ts';

const EXPRESS = `const express = require('express');
const app = express();
app.get('/n/:n', (req, res) => {
  const n = Number(req.params.n);
  res.send(String(n * n));
});
app.listen(PORT, () => console.log('up'));
`;

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Express in a cluster of two',
    files: {
      'main.js': `const cluster = require('node:cluster');
if (cluster.isPrimary) for (const _ of [1, 2]) cluster.fork();
else require('./app.js');
`,
      'app.js': EXPRESS,
    },
    command: 'node main.js && true',
    stop: 'app.js: res.send',
  },
  {
    name: 'Fastify',
    files: {
      'server.mjs': `import Fastify from 'fastify';
const app = Fastify({ logger: true });
app.get('/n/:n', async (req) => {
  const n = Number(req.params.n);
  return { square: n * n };
});
await app.listen({ port: PORT });
`,
    },
    command: 'node server.mjs',
    stop: 'server.mjs: square',
  },
  {
    name: 'Next.js',
    files: {
      'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
      'app/n/[n]/route.js': `export async function GET(request, { params }) {
  const n = Number((await params).n);
  return Response.json({ square: n * n });
}
`,
    },
    command: 'npx next dev -p PORT',
    stop: 'app/n/[n]/route.js: square',
    watched: { comment: '//', isReloaded: true },
  },
  {
    name: 'Vite, rendering on the server',
    files: {
      'server.mjs': `import express from 'express';
import { createServer } from 'vite';
const app = express();
const vite = await createServer({ server: { middlewareMode: true, ws: false }, appType: 'custom' });
app.use(async (req, res) => {
  const { render } = await vite.ssrLoadModule('/src/entry.ts');
  res.send(await render(req.url));
});
app.listen(PORT, () => console.log('up'));
`,
      'src/entry.ts': `interface Page {
  title: string;
}

export async function render(url: string): Promise<string> {
  const n = Number(url.split('/').at(-1));
  const page: Page = { title: String(n * n) };
  return page.title;
}
`,
    },
    command: 'server.mjs',
    stop: 'src/entry.ts: const page',
    watched: { comment: '//', isReloaded: true },
  },
  {
    name: 'NestJS with nest start --watch',
    files: {
      'nest-cli.json': '{ "sourceRoot": "src" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'commonjs',
          target: 'es2022',
          experimentalDecorators: true,
          emitDecoratorMetadata: true,
          sourceMap: true,
          outDir: './dist',
          rootDir: './src',
          skipLibCheck: true,
        },
        include: ['src'],
      }),
      'src/main.ts': `import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller('n')
class SquareController {
  @Get(':n')
  square(@Param('n') text: string) {
    const n = Number(text);
    return { square: n * n };
  }
}

@Module({ controllers: [SquareController] })
class AppModule {}

NestFactory.create(AppModule).then((app) => app.listen(PORT));
`,
    },
    command: 'npx nest start --watch',
    stop: 'src/main.ts: n * n',
    watched: { comment: '//' },
  },
  ...['npx nodemon app.js', 'npx tsx watch app.js', 'node --watch app.js'].map((command) => ({
    name: command,
    files: { 'app.js': EXPRESS },
    command,
    stop: 'app.js: res.send',
    watched: { comment: '//' },
  })),
];

test.each(FRAMEWORKS)('$name is debugged by a request', { timeout: 300_000 }, debugByRequest);
