package nodetype_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

func TestWithDefaults(t *testing.T) {
	t.Parallel()
	spec := transform.Spec{
		Groups: []transform.Group{{Items: []transform.Item{
			{Type: transform.ToggleButton, Attribute: "on", Default: true},
			{Type: transform.TextBox, Attribute: "text", Default: "x"},
			{Type: transform.TextBox, Attribute: "none"},
			{Type: transform.MaterializationSelector, Default: "table"},
			{Type: transform.ColumnSelector, Attribute: "isSpecial", Default: true},
		}}},
		NodeAnnotations: []transform.AnnotationSpec{
			{Name: "strategy", Default: "append"},
			{Name: "testsEnabled", Default: true},
			{Name: "truncateBefore", Default: false},
			{Name: "two", Default: []any{"a", int64(1)}},
			{Name: "nothing"},
		},
	}
	config := map[string]any{"text": nil, "strategy": map[string]any{"parameters": []any{"merge"}}}
	got := nodetype.WithDefaults(spec, config)
	want := map[string]any{
		"on": true, "text": nil,
		"strategy": map[string]any{"parameters": []any{"merge"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("config (-want +got):\n%s", diff)
	}
	if len(config) != 2 {
		t.Errorf("the node's own config was changed: %v", config)
	}
	if got := nodetype.WithDefaults(spec, nil)["on"]; got != true {
		t.Errorf("on = %v without a config", got)
	}
}

func TestWithSystemColumns(t *testing.T) {
	t.Parallel()
	spec := &transform.Spec{SystemColumns: []transform.SystemColumn{
		{DisplayName: "{{ NODE_NAME }}_KEY", DataType: "BIGINT", AtBeginning: true, Attribute: "isSurrogateKey"},
		{DisplayName: "SYSTEM_VERSION", DataType: "INTEGER", Attribute: "isSystemVersion", Transform: "1"},
		{DisplayName: "LOADED_AT", DataType: "TIMESTAMP"},
		{DisplayName: "{{ OTHER }}", DataType: "TEXT"},
	}}
	node := &transform.Node{Name: "DIM", Columns: []transform.Column{
		{Name: "ID"},
		{Name: "VERSION_OF_MINE", Attributes: map[string]any{"isSystemVersion": true}},
		{Name: "loaded_at"},
	}}
	var names []string
	for _, column := range nodetype.WithSystemColumns(spec, node) {
		names = append(names, column.Name)
	}
	if diff := cmp.Diff([]string{"DIM_KEY", "ID", "VERSION_OF_MINE", "loaded_at", "{{ OTHER }}"}, names); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	key := nodetype.WithSystemColumns(spec, node)[0]
	if key.DataType != "BIGINT" || key.Nullable || !key.Flag("isSurrogateKey") {
		t.Errorf("key = %+v", key)
	}
}
