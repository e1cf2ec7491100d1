package sqltext_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	text := "aé\nb\n\nc"
	for offset, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 1: {1, 2}, 3: {1, 3}, 4: {2, 1}, 5: {2, 2}, 6: {3, 1}, 7: {4, 1}, 8: {4, 2}, 99: {4, 2}} {
		if line, column := sqltext.Position(text, offset); line != want[0] || column != want[1] {
			t.Errorf("Position(%d) = %d:%d, want %d:%d", offset, line, column, want[0], want[1])
		}
	}
	if line, column := (sqltext.LineIndex{}).Position(3); line != 1 || column != 1 {
		t.Errorf("the zero index returns %d:%d, want 1:1", line, column)
	}
}

func TestLineIndexAgreesWithPosition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := sqlText().Draw(t, "text")
		index := sqltext.NewLineIndex(text)
		for offset := -1; offset <= len(text)+1; offset++ {
			wantLine, wantColumn := sqltext.Position(text, offset)
			if line, column := index.Position(offset); line != wantLine || column != wantColumn {
				t.Fatalf("offset %d of %q: %d:%d, want %d:%d", offset, text, line, column, wantLine, wantColumn)
			}
		}
	})
}
