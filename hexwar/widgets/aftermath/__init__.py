"""An after-action report as a page of HTML and as a paper to print. They know no rule."""
