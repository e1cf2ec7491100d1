package jinja

import "sort"

// Trace records which place of a template each piece of its output comes from. The output of a macro, and of every
// other block whose output is captured, comes from the tag that prints it.
type Trace struct {
	part   *part // nil after the render
	text   string
	pieces []tracedPiece
}

// tracedPiece is a piece of output that begins at out.
type tracedPiece struct {
	out    int
	source int // offset in the text of the template
	length int // of literal text; 0 for the output of a tag
}

// NewTrace returns a trace of a template for one render. The template may become a part of a joined template, which is
// rendered; then the trace has nothing about the other parts.
func NewTrace(t *Template) *Trace {
	return &Trace{part: t.parts[0].part, text: t.parts[0].text}
}

// Text returns the text of the template, with \n for every newline.
func (t *Trace) Text() string { return t.text }

// finish releases the compiled template, which takes much more memory than the trace.
func (t *Trace) finish() {
	if t != nil {
		t.part = nil
	}
}

// Source returns the offset in the text of the template that an offset of the output comes from. It returns false if
// the output comes from elsewhere.
func (t *Trace) Source(offset int) (source int, ok bool) {
	next := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].out > offset })
	if next == 0 {
		return 0, false
	}
	piece := t.pieces[next-1]
	return piece.source + min(offset-piece.out, piece.length), true
}

// add records that output of the frame begins here.
func (t *Trace) add(f *frame, source, length int) {
	if t != nil && f.part == t.part {
		t.pieces = append(t.pieces, tracedPiece{out: len(f.render.out), source: source, length: length})
	}
}

// replace records that all output from start on comes from one tag of the frame.
func (t *Trace) replace(f *frame, source, start int) {
	t.cut(start)
	if t != nil && f.part == t.part {
		t.pieces = append(t.pieces, tracedPiece{out: start, source: source})
	}
}

// cut forgets the pieces of output that is removed.
func (t *Trace) cut(start int) {
	if t == nil {
		return
	}
	for len(t.pieces) > 0 && t.pieces[len(t.pieces)-1].out >= start {
		t.pieces = t.pieces[:len(t.pieces)-1]
	}
}
