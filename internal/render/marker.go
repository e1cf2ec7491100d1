package render

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// The characters around a mark. They are no white space, so that no filter trims them away, and have no other case.
const (
	markOpen   = "\x02"
	markClose  = "\x03"
	markShield = "\x04"
)

// marker makes and finds the marks that stage() leaves in the rendered text. A mark is a number between two control
// characters, ahead of it a secret of this Renderer: no text of a project can contain it, since it was not known when the
// text was written. Marks are cut out before anything leaves the package, so the secret does not show in any result.
type marker struct {
	open string
}

func newMarker() marker {
	var secret [8]byte
	_, _ = rand.Read(secret[:]) // never fails; it would end the process
	return marker{open: fmt.Sprintf(markOpen+"%020d.", binary.LittleEndian.Uint64(secret[:]))}
}

// stage returns the mark of the stage with that number.
func (m marker) stage(number int) string {
	return m.open + strconv.Itoa(number) + markClose
}

// begin returns the mark between the prelude and the template. What the prelude prints is no part of any statement.
func (m marker) begin() string { return m.open + markClose }

// protect makes data of a text: what looks like Jinja in it is left alone by every pass.
func (m marker) protect(text string) string {
	at := jinjaStart(text)
	if at < 0 {
		return text
	}
	var out strings.Builder
	for ; at >= 0; at = jinjaStart(text) {
		out.WriteString(text[:at+1])
		out.WriteString(m.shield())
		text = text[at+1:]
	}
	out.WriteString(text)
	return out.String()
}

// shield returns the mark that keeps two characters apart.
func (m marker) shield() string { return m.open + markShield }

// unprotect puts together again what protect took apart.
func (m marker) unprotect(text string) string { return strings.ReplaceAll(text, m.shield(), "") }

// afterBegin cuts away what the prelude printed.
func (m marker) afterBegin(text string) string {
	_, after, found := strings.Cut(text, m.begin())
	if !found {
		return text
	}
	return after
}

// piece is the text after a mark; number is -1 for the text before the first one.
type piece struct {
	number int
	text   string
}

// split divides a text at its marks.
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
			text = rest // a template took the mark apart
			continue
		}
		pieces = append(pieces, piece{number: number})
		text = after
	}
}

// clean takes every mark out of a text, for messages.
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
