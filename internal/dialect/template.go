package dialect

import "strings"

// fill replaces the placeholders of a template: pairs of a name and the value that replaces the name in braces. It does
// not scan inserted values again.
func fill(template string, pairs ...string) string {
	var out strings.Builder
	out.Grow(len(template) + 64)
	for {
		before, rest, found := strings.Cut(template, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := valueOf(name, pairs)
		if !closed || !known {
			out.WriteByte('{')
			template = rest
			continue
		}
		out.WriteString(value)
		template = after
	}
}

func valueOf(name string, pairs []string) (value string, known bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1], true
		}
	}
	return "", false
}
