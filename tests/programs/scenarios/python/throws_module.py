text = 'from a module'
raise TypeError(text)  # @throw
