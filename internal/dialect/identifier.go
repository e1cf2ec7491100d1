package dialect

import "strings"

// Quote quotes a name so that the engine uses it exactly.
func (d *Dialect) Quote(identifier string) string {
	return d.opening + d.escapedName(identifier) + d.closing
}

// escapedName returns a name as it is written between quotes.
func (d *Dialect) escapedName(identifier string) string {
	if !strings.Contains(identifier, d.closing) {
		return identifier
	}
	return strings.ReplaceAll(identifier, d.closing, d.closing+d.closing)
}

// Fold returns the name that the engine understands by an identifier without quotes. A column that a query calls Total
// is total in PostgreSQL and TOTAL in Snowflake.
func (d *Dialect) Fold(identifier string) string { return d.fold(identifier) }

// Comparable returns the form of a name for comparisons: names with equal forms are one name to the engine.
func (d *Dialect) Comparable(identifier string) string {
	if d.capabilities.IgnoresCase {
		return strings.ToLower(identifier)
	}
	return identifier
}

func asWritten(identifier string) string { return identifier }

// Qualify returns the qualified name of an object. It leaves out empty parts.
func (d *Dialect) Qualify(database, schema, name string) string {
	const marks = 3 * 3 // two quotes and a dot for each part
	var out strings.Builder
	out.Grow(len(database) + len(schema) + len(name) + marks)
	for _, part := range [...]string{database, schema, name} {
		if part == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('.')
		}
		out.WriteString(d.opening)
		out.WriteString(d.escapedName(part))
		out.WriteString(d.closing)
	}
	return out.String()
}

// Beside returns the name of an object in the same schema whose name is this one's followed by a suffix.
func (d *Dialect) Beside(qualified, suffix string) string {
	if !strings.HasSuffix(qualified, d.closing) {
		return qualified + suffix
	}
	return strings.TrimSuffix(qualified, d.closing) + strings.TrimPrefix(d.Quote(suffix), d.opening)
}

// renamed replaces the last part of a qualified name.
func (d *Dialect) renamed(qualified, name string) string {
	return qualified[:d.lastPart(qualified)] + d.Quote(name)
}

// lastPart returns the start of the last part of a qualified name.
func (d *Dialect) lastPart(qualified string) int {
	start, quoted := 0, false
	for i := range len(qualified) {
		switch rest := qualified[i:]; {
		case quoted && strings.HasPrefix(rest, d.closing):
			quoted = false // a doubled quote opens again at once
		case !quoted && strings.HasPrefix(rest, d.opening):
			quoted = true
		case !quoted && rest[0] == '.':
			start = i + 1
		}
	}
	return start
}
