package render

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// plainRef is {{ ref('LOCATION', 'NODE') }} with two literals and no white space control. Most texts of nodes contain
// no other Jinja, and such a text is rendered without a template.
type plainRef struct {
	function        string
	node            transform.NodeRef
	withoutDatabase bool // include_db=false
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

// hasOnlyPlainRefs reports whether a text contains no Jinja but plain references.
func hasOnlyPlainRefs(text string) bool {
	for at := jinjaStart(text); at >= 0; at = jinjaStart(text) {
		_, length := readPlainRef(text[at:])
		if length == 0 {
			return false
		}
		text = text[at+length:]
	}
	return true
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
	ref.withoutDatabase = ref.function == "ref_no_link" && in.excludesDatabase()
	in.expect(")")
	in.expect("}}")
	if in.failed || !isRefName(ref.function) {
		return plainRef{}, 0
	}
	return ref, in.at
}

func isRefName(name string) bool {
	return name == "ref" || name == "ref_link" || name == "ref_no_link" || name == commentRef
}

// excludesDatabase skips the argument include_db, if there is one, and reports whether it is false.
func (r *reader) excludesDatabase() bool {
	before := *r
	r.expect(",")
	name := r.word()
	r.expect("=")
	value := r.word()
	if r.failed || name != "include_db" || !strings.EqualFold(value, "false") && !strings.EqualFold(value, "true") {
		*r = before
		return false
	}
	return strings.EqualFold(value, "false")
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
