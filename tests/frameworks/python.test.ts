import { test } from 'vitest';
import { debugByRequest, type Framework } from './framework.ts';

const FLASK = {
  'app.py': `from flask import Flask
app = Flask(__name__)

@app.get("/n/<int:n>")
def square(n):
    return {"square": n * n}
`,
};
const FASTAPI = {
  'app.py': `from fastapi import FastAPI
app = FastAPI()

@app.get("/n/{n}")
def square(n: int):
    return {"square": n * n}
`,
};
const DJANGO = {
  'manage.py': `import sys
from django.conf import settings
from django.http import JsonResponse
from django.urls import path
settings.configure(DEBUG=True, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x")

def square(request, n):
    return JsonResponse({"square": n * n})

urlpatterns = [path("n/<int:n>", square)]

if __name__ == "__main__":
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`,
};
const watched = { comment: '#' };

const FRAMEWORKS: readonly Framework[] = [
  { name: 'Flask', files: FLASK, command: 'python -m flask run --port PORT', stop: 'app.py: n * n' },
  {
    name: 'Flask --debug',
    files: FLASK,
    command: 'python -m flask run --debug --port PORT',
    stop: 'app.py: n * n',
    watched,
  },
  { name: 'Django', files: DJANGO, command: 'python manage.py runserver PORT', stop: 'manage.py: n * n', watched },
  {
    name: 'FastAPI with two workers',
    files: FASTAPI,
    command: 'python -m uvicorn app:app --workers 2 --port PORT',
    stop: 'app.py: n * n',
  },
  {
    name: 'FastAPI with uvicorn --reload',
    files: FASTAPI,
    command: 'python -m uvicorn app:app --reload --port PORT',
    stop: 'app.py: n * n',
    watched,
  },
  {
    name: 'gunicorn',
    files: FLASK,
    command: 'python -m gunicorn -w 2 -b 127.0.0.1:PORT app:app',
    stop: 'app.py: n * n',
  },
  {
    name: 'gunicorn --reload',
    files: FLASK,
    command: 'gunicorn --reload -b 127.0.0.1:PORT app:app',
    stop: 'app.py: n * n',
    watched,
  },
];

test.each(FRAMEWORKS)('$name is debugged by a request', { timeout: 300_000 }, debugByRequest);
