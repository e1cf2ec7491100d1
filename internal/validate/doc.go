// Package validate is what text from outside must be like before it is kept: valid, printable, and not endless. Names are
// there, lines are one line, paragraphs may be several.
package validate
