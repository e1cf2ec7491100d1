package deploy_test

import (
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
)

func TestNewLosses(t *testing.T) {
	t.Parallel()
	rows := func(n int64) *int64 { return &n }
	for _, tt := range []struct {
		title       string
		before, now *int64
		want        bool
	}{
		{"none stay none", rows(0), rows(0), false},
		{"some instead of none", rows(0), rows(1), true},
		{"one more of a few", rows(9), rows(10), true},
		{"a tenth more", rows(100), rows(110), false},
		{"more than a tenth more", rows(100), rows(111), true},
		{"less", rows(100), rows(1), false},
		{"a number that was not known", nil, rows(100), false},
		{"a number that is no longer known", rows(100), nil, true},
	} {
		lost := func(n *int64) []difference.Loss {
			return []difference.Loss{{Object: "T", What: "table", Rows: n}}
		}
		if got := len(deploy.NewLosses(lost(tt.before), lost(tt.now))) > 0; got != tt.want {
			t.Errorf("%s: %t, want %t", tt.title, got, tt.want)
		}
	}
	column := []difference.Loss{{Object: "T", What: "column", Column: "C", Rows: rows(1)}}
	if len(deploy.NewLosses(nil, column)) != 1 || len(deploy.NewLosses(column, nil)) != 0 {
		t.Error("a loss that is not in the plan does not count")
	}
}
