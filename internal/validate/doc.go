// Package validate checks names and texts of users before they are stored: they must be valid UTF-8, printable and not too long.
// A name must not be empty, a line has no line breaks, and paragraphs may have several lines.
package validate
