package sqltext

import "strings"

// Reader reads the texts of many nodes, one after the other, and uses its memory again. The zero value is ready. It is not
// for several goroutines.
type Reader struct {
	lexemes []lexeme
	parts   []Identifier
	columns []ColumnRef
	items   []Item

	annotations []positionedAnnotation
}

// ReadNodeQuery reads the query in the text of a SQL node, which ReadNode has read before, without its annotations. The
// offsets are those of the whole text. The query is valid until the Reader is used again.
func (b *Reader) ReadNodeQuery(text string, node *NodeText) (*Query, error) {
	annotations, isPlain := annotationRanges(text, node)
	if !isPlain {
		return ReadQuery(withoutRanges(text, annotations))
	}
	if b.items == nil {
		b.items = make([]Item, 0, reservedItems)
	}
	return readQuery(newReader(text, b, annotations...))
}

// reservedItems is the number of entries of select lists that a Reader has memory for.
const reservedItems = 200

// annotationRanges returns the ranges of the annotations, in the order of the text. isPlain is true if the rest of the text
// certainly has the same tokens without them: all annotations are in their places, and none contains a mark whose meaning
// depends on text elsewhere.
func annotationRanges(text string, node *NodeText) (ranges []Range, isPlain bool) {
	ranges, isPlain = make([]Range, 0, len(node.Annotations)+len(node.Columns)/2), !node.HasProblems
	add := func(annotations []Annotation) {
		for i := range annotations {
			r := annotations[i].Range
			isPlain = isPlain && !strings.ContainsAny(r.Of(text), `*\{`)
			ranges = append(ranges, r)
		}
	}
	add(node.Annotations)
	for i := range node.Columns {
		add(node.Columns[i].Annotations)
	}
	for _, union := range node.Unions {
		for i := range union.Columns {
			add(union.Columns[i].Annotations)
		}
	}
	return ranges, isPlain
}

// withoutRanges replaces parts of a text with spaces, so that all other characters keep their offsets.
func withoutRanges(text string, ranges []Range) string {
	blank := []byte(text)
	for _, r := range ranges {
		for i := r.Start; i < r.End; i++ {
			if blank[i] != '\n' {
				blank[i] = ' '
			}
		}
	}
	return string(blank)
}
