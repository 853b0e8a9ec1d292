def later():
    return 'later'  # @later
