moduleValue = 'module value'


def outer(parameter):
    closed = 'closed over'
    name = 'outer'

    def inner():
        name = 'inner'  # @inner-first
        use(parameter, closed, moduleValue, name)  # @stop
        later = 'too early before'
        return later

    return inner


def use(*values):
    return len(values)


outer('given')()
