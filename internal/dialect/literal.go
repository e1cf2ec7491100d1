package dialect

import "strings"

// Literal returns a text as SQL.
func (d *Dialect) Literal(text string) string { return "'" + d.escape(text) + "'" }

// Boolean returns a boolean as SQL.
func (d *Dialect) Boolean(value bool) string {
	if value {
		return d.yes
	}
	return d.no
}

// Moment returns a timestamp such as 2999-12-31 00:00:00 as SQL.
func (d *Dialect) Moment(text string) string { return d.Cast(d.Literal(text), "TIMESTAMP") }

// doubled escapes quotes in a text as the SQL standard does.
func doubled(text string) string { return strings.ReplaceAll(text, "'", "''") }

// doubledBackslash is for engines that also read backslash escapes in a text.
func doubledBackslash(text string) string { return doubled(strings.ReplaceAll(text, `\`, `\\`)) }

// backslashed is for engines that read two quotes as two adjacent texts.
func backslashed(text string) string {
	return strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(text)
}
