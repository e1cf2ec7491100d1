package render

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// plainRef is {{ ref('LOCATION', 'NODE') }} with two literals and no white space control. Most texts of nodes contain
// no other Jinja, and such a text is rendered without a template.
type plainRef struct {
	function string
	node     transform.NodeRef
}

// replacePlainRefs replaces each plain reference. It returns false if the text contains any other Jinja.
func replacePlainRefs(text string, replace func(plainRef) string) (result string, isPlain bool) {
	var out strings.Builder
	for {
		at := jinjaStart(text)
		if at < 0 {
			if out.Len() == 0 {
				return text, true
			}
			out.WriteString(text)
			return out.String(), true
		}
		ref, length := readPlainRef(text[at:])
		if length == 0 {
			return "", false
		}
		if out.Len() == 0 {
			out.Grow(len(text) + 128)
		}
		out.WriteString(text[:at])
		out.WriteString(replace(ref))
		text = text[at+length:]
	}
}

// jinjaStart returns the offset of the first piece of Jinja, or -1.
func jinjaStart(text string) int {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '{')
		if i < 0 || at+i+1 >= len(text) {
			return -1
		}
		at += i
		switch text[at+1] {
		case '{', '%', '#':
			return at
		}
		at++
	}
}

// readPlainRef parses a plain reference at the beginning of a text. The length is 0 if there is none.
func readPlainRef(text string) (ref plainRef, length int) {
	in := reader{text: text}
	in.expect("{{")
	ref.function = in.word()
	in.expect("(")
	ref.node.Location = in.literal()
	in.expect(",")
	ref.node.Name = in.literal()
	in.expect(")")
	in.expect("}}")
	switch {
	case in.failed:
		return plainRef{}, 0
	case ref.function != "ref" && ref.function != "ref_link" && ref.function != "ref_no_link":
		return plainRef{}, 0
	default:
		return ref, in.at
	}
}

// reader scans a text and records whether a piece was missing.
type reader struct {
	text   string
	at     int
	failed bool
}

func (r *reader) skipSpace() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// expect skips a piece of text. White space after "{{" and around everything that follows does not matter.
func (r *reader) expect(piece string) {
	r.skipSpace()
	if !strings.HasPrefix(r.text[r.at:], piece) {
		r.failed = true
		return
	}
	r.at += len(piece)
}

func (r *reader) word() string {
	r.skipSpace()
	start := r.at
	for r.at < len(r.text) && isWordByte(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

// literal skips a text in quotes that needs no unescaping, and returns it.
func (r *reader) literal() string {
	r.skipSpace()
	if r.failed || r.at >= len(r.text) || r.text[r.at] != '\'' && r.text[r.at] != '"' {
		r.failed = true
		return ""
	}
	quote := r.text[r.at]
	length := strings.IndexByte(r.text[r.at+1:], quote)
	if length < 0 || strings.IndexByte(r.text[r.at+1:r.at+1+length], '\\') >= 0 {
		r.failed = true
		return ""
	}
	content := r.text[r.at+1 : r.at+1+length]
	r.at += length + 2
	return content
}

func isWordByte(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}
