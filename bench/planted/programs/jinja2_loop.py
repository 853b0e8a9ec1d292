from jinja2 import Environment

template = Environment().from_string("{% for name in names %}{{ loop.revindex }}:{{ name }} {% endfor %}")
print(template.render(names=["a", "b", "c"]))
