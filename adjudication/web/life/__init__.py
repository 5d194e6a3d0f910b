"""The referees' pages of confirmation: asking whether stones live, the verdict, and its proof."""
