"""What the tests of several views take."""


def labels(app):
    return [button.label for button in app.button]
