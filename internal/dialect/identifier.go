package dialect

import "strings"

// Quote writes a name so that the engine takes it letter by letter.
func (d *Dialect) Quote(identifier string) string {
	return d.opening + strings.ReplaceAll(identifier, d.closing, d.closing+d.closing) + d.closing
}

// Fold gives the name that the engine understands by an identifier without quotes. A column that a query calls Total is
// total in PostgreSQL and TOTAL in Snowflake.
func (d *Dialect) Fold(identifier string) string { return d.fold(identifier) }

// Comparable gives a name in the template in which it can be compared: names with one template are one name to the engine.
func (d *Dialect) Comparable(identifier string) string {
	if d.capabilities.IgnoresCase {
		return strings.ToLower(identifier)
	}
	return identifier
}

func asWritten(identifier string) string { return identifier }

// Qualify writes the name of an object with the place where it is. Parts that are not known are left out.
func (d *Dialect) Qualify(database, schema, name string) string {
	var parts []string
	for _, part := range []string{database, schema, name} {
		if part != "" {
			parts = append(parts, d.Quote(part))
		}
	}
	return strings.Join(parts, ".")
}

// Beside is the name of another object in the same schema, called like this one with something behind.
func (d *Dialect) Beside(qualified, suffix string) string {
	if !strings.HasSuffix(qualified, d.closing) {
		return qualified + suffix
	}
	return strings.TrimSuffix(qualified, d.closing) + strings.TrimPrefix(d.Quote(suffix), d.opening)
}

// renamed is a qualified name with another last part.
func (d *Dialect) renamed(qualified, name string) string {
	return qualified[:d.lastPart(qualified)] + d.Quote(name)
}

// lastPart finds where the last part of a qualified name begins.
func (d *Dialect) lastPart(qualified string) int {
	start, quoted := 0, false
	for i := range len(qualified) {
		switch rest := qualified[i:]; {
		case quoted && strings.HasPrefix(rest, d.closing):
			quoted = false // a doubled mark opens again at once
		case !quoted && strings.HasPrefix(rest, d.opening):
			quoted = true
		case !quoted && rest[0] == '.':
			start = i + 1
		}
	}
	return start
}
