package render

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// The characters around a mark. They are not white space, so that no filter trims them, and have no other case.
const (
	markOpen   = "\x02"
	markClose  = "\x03"
	markShield = "\x04"
)

// marker creates and finds the marks that stage() writes to the rendered text. A mark is a number between two control
// characters, after a secret of this Renderer. No text of a project can contain a mark, because the secret was not
// known when the text was written. Marks are removed before a result leaves the package, so no result shows the secret.
type marker struct {
	open   string
	begin  string // the mark between the prelude and the template: the output of the prelude is not part of any statement
	shield string // the mark that separates two characters
}

func newMarker() marker {
	var secret [8]byte
	_, _ = rand.Read(secret[:]) // never fails; it would end the process
	open := fmt.Sprintf(markOpen+"%020d.", binary.LittleEndian.Uint64(secret[:]))
	return marker{open: open, begin: open + markClose, shield: open + markShield}
}

// stage returns the mark of the stage with that number.
func (m marker) stage(number int) string {
	return m.open + strconv.Itoa(number) + markClose
}

// protect marks a text as data: no pass evaluates Jinja in it.
func (m marker) protect(text string) string {
	at := jinjaStart(text)
	if at < 0 {
		return text
	}
	var out strings.Builder
	for ; at >= 0; at = jinjaStart(text) {
		out.WriteString(text[:at+1])
		out.WriteString(m.shield)
		text = text[at+1:]
	}
	out.WriteString(text)
	return out.String()
}

// unprotect removes the marks that protect inserted.
func (m marker) unprotect(text string) string { return strings.ReplaceAll(text, m.shield, "") }

// asRaw returns a text with raw blocks in place of the marks that protect inserted.
func (m marker) asRaw(text string) string {
	shield := m.shield
	at := strings.Index(text, shield)
	if at < 0 {
		return text
	}
	var out strings.Builder
	for ; at > 0; at = strings.Index(text, shield) {
		out.WriteString(text[:at-1])
		run, rest := text[at-1:at], text[at:]
		for strings.HasPrefix(rest, shield) && len(rest) > len(shield) {
			run, rest = run+rest[len(shield):len(shield)+1], rest[len(shield)+1:]
		}
		out.WriteString("{% raw %}" + run + "{% endraw %}")
		text = rest
	}
	out.WriteString(m.unprotect(text))
	return out.String()
}

// withoutStages removes the marks of stages and keeps those that protect.
func (m marker) withoutStages(text string) string {
	if !strings.Contains(text, m.open) {
		return text
	}
	parts := strings.Split(text, m.shield)
	for i := range parts {
		parts[i] = m.clean(parts[i])
	}
	return strings.Join(parts, m.shield)
}

// afterBegin removes the output of the prelude.
func (m marker) afterBegin(text string) string {
	_, after, found := strings.Cut(text, m.begin)
	if !found {
		return text
	}
	return after
}

// piece is the text after a mark; number is -1 for the text before the first mark.
type piece struct {
	number int
	text   string
}

// split splits a text at its marks.
func (m marker) split(text string) []piece {
	pieces := []piece{{number: -1}}
	for {
		before, rest, found := strings.Cut(text, m.open)
		pieces[len(pieces)-1].text += before
		if !found {
			return pieces
		}
		digits, after, closed := strings.Cut(rest, markClose)
		number, err := strconv.Atoi(digits)
		if !closed || err != nil {
			text = rest // a template changed the mark
			continue
		}
		pieces = append(pieces, piece{number: number})
		text = after
	}
}

// clean removes every mark from a text, for messages.
func (m marker) clean(text string) string {
	if !strings.Contains(text, m.open) {
		return text
	}
	var plain strings.Builder
	for _, p := range m.split(m.unprotect(text)) {
		plain.WriteString(p.text)
	}
	return plain.String()
}
