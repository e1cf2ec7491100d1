package dialect

import "strings"

// Literal writes a text as SQL.
func (d *Dialect) Literal(text string) string { return "'" + d.escape(text) + "'" }

// Boolean writes a truth value as SQL.
func (d *Dialect) Boolean(value bool) string {
	if value {
		return d.yes
	}
	return d.no
}

// Moment writes a moment such as 2999-12-31 00:00:00 as SQL.
func (d *Dialect) Moment(text string) string { return d.Cast(d.Literal(text), "TIMESTAMP") }

// doubled is how the standard writes a quote inside a text.
func doubled(text string) string { return strings.ReplaceAll(text, "'", "''") }

// doubledBackslash is for engines that also read escapes in a text.
func doubledBackslash(text string) string { return doubled(strings.ReplaceAll(text, `\`, `\\`)) }

// backslashed is for engines that take two quotes for two texts side by side.
func backslashed(text string) string {
	return strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(text)
}
