package projectgen

import (
	"strconv"
	"strings"
)

// writer assembles lines. It writes the canonical form of the format's YAML: blocks, two spaces, keys in order.
type writer struct{ out strings.Builder }

// bytes returns the written text.
func (w *writer) bytes() []byte { return []byte(w.out.String()) }

func (w *writer) line(depth int, parts ...string) {
	for range depth {
		w.out.WriteString("  ")
	}
	for _, part := range parts {
		w.out.WriteString(part)
	}
	w.out.WriteByte('\n')
}

// entry writes a key with a text as its value.
func (w *writer) entry(depth int, key, value string) {
	if !strings.Contains(value, "\n") {
		w.line(depth, key, ": ", scalar(value))
		return
	}
	style := "|-"
	if strings.HasSuffix(value, "\n") {
		style = "|"
	}
	w.line(depth, key, ": ", style)
	for text := range strings.SplitSeq(strings.TrimSuffix(value, "\n"), "\n") {
		if text == "" {
			w.out.WriteByte('\n')
			continue
		}
		w.line(depth+1, text)
	}
}

// scalar writes a text of one line, in quotes only where YAML would read something else.
func scalar(text string) string {
	if text == "" || isPlain(text) {
		if text == "" {
			return `""`
		}
		return text
	}
	return strconv.Quote(text)
}

// isPlain is stricter than YAML: it accepts a text that starts with a letter and contains no YAML indicator or keyword.
func isPlain(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	if first := text[0]; (first < 'A' || first > 'Z') && (first < 'a' || first > 'z') {
		return false
	}
	if strings.HasSuffix(text, ":") || strings.HasSuffix(text, " ") || strings.Contains(text, ": ") || strings.Contains(text, " #") {
		return false
	}
	return true
}
