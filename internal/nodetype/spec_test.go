package nodetype_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

const wholePanel = `capitalized: Stage
short: STG
plural: Stages
tagColor: "#123456"
deployStrategy: Advanced
joinTemplate: "FROM {{ ref('A', 'B') }}"
isDisabled: true
alwaysDeploy: true
mappingColumns: [transform, source]
config:
- groupName: Options
  description: What there is
  enableIf: "{{ node.isMultisource }}"
  items:
  - type: materializationSelector
    default: table
    options: [table, view]
    isRequired: true
  - TYPE: ToggleButton
    DisplayName: Empty first
    attributeName: truncateBefore
    default: false
  - type: dropdownSelector
    attributeName: size
    options:
    - display: Small
      value: s
    - large
    - 3
    isRequired: "{{ config.x }}"
    placeholder: choose
  - type: tabular
    attributeName: pairs
    columns:
    - type: textBox
      attributeName: left
      syntax: sql
- type: label
  displayName: On its own
systemColumns:
- displayName: "{{NODE_NAME}}_KEY"
  transform: ""
  dataType: BIGINT
  placement: Beginning
  attributeName: isSurrogateKey
annotations:
  node:
  - name: "@strategy"
    description: how
    isRequired: true
    allowsMultiple: true
    default: append
    parameters:
    - name: strategy
      type: String
      isRequired: true
      options: [append, merge]
      default: append
    - second
  column:
    businessKey:
      description: tells rows apart
    other: yes please
`

func TestParseSpecReadsEverything(t *testing.T) {
	t.Parallel()
	spec, found := nodetype.ParseSpec(wholePanel)
	if found != nil {
		t.Errorf("findings: %+v", found)
	}
	at := func(line, column int32) diagnostic.Position { return diagnostic.Position{Line: line, Column: column} }
	want := transform.Spec{
		Capitalized: "Stage", Short: "STG", Plural: "Stages", TagColor: "#123456",
		IsDisabled: true, AlwaysDeploy: true, Strategy: transform.DeployAdvanced, JoinTemplate: "FROM {{ ref('A', 'B') }}",
		MappingColumns: []any{"transform", "source"},
		Groups: []transform.Group{{
			Name: "Options", Description: "What there is", EnableIf: "{{ node.isMultisource }}", At: at(11, 3),
			Items: []transform.Item{
				{Type: transform.MaterializationSelector, Default: "table", Options: []string{"table", "view"}, IsRequired: "true", At: at(15, 5)},
				{Type: transform.ToggleButton, DisplayName: "Empty first", Attribute: "truncateBefore", Default: false, At: at(19, 5)},
				{
					Type: transform.DropdownSelector, Attribute: "size", Options: []string{"s", "large", "3"},
					IsRequired: "{{ config.x }}", Placeholder: "choose", At: at(23, 5),
				},
				{
					Type: transform.Tabular, Attribute: "pairs", At: at(32, 5),
					Columns: []transform.Item{{Type: transform.TextBox, Attribute: "left", Syntax: "sql", At: at(35, 7)}},
				},
			},
		}, {
			At: at(38, 3), Items: []transform.Item{{Type: transform.Label, DisplayName: "On its own", At: at(38, 3)}},
		}},
		SystemColumns: []transform.SystemColumn{{
			DisplayName: "{{NODE_NAME}}_KEY", DataType: "BIGINT", AtBeginning: true, Attribute: "isSurrogateKey",
		}},
		NodeAnnotations: []transform.AnnotationSpec{{
			Name: "strategy", Description: "how", IsRequired: true, AllowsMultiple: true, Default: "append",
			Parameters: []transform.ParameterSpec{
				{Name: "strategy", Type: "string", IsRequired: true, Options: []string{"append", "merge"}, Default: "append"},
				{Name: "second"},
			},
		}},
		ColumnAnnotations: []transform.AnnotationSpec{{Name: "businessKey", Description: "tells rows apart"}, {Name: "other"}},
	}
	if diff := cmp.Diff(want, spec); diff != "" {
		t.Errorf("spec (-want +got):\n%s", diff)
	}
}

func TestParseSpecReportsWhatItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want []string // line:column severity code message
	}{
		"nothing":       {"", nil},
		"a word":        {"hello", []string{"1:1 warning spec-shape the options panel is a value, not a mapping of keys"}},
		"broken":        {"config: [\n", []string{"error spec-syntax the options panel is not YAML"}},
		"unknown key":   {"capitalised: Stage\n", []string{"1:1 warning spec-shape the options panel has no key capitalised"}},
		"unknown type":  {"config:\n- groupName: A\n  items:\n  - type: slider\n", []string{"4:11 warning spec-shape there is no element of type slider"}},
		"no type":       {"config:\n- groupName: A\n  items:\n  - displayName: x\n", []string{"4:5 warning spec-shape an element of the options panel has no type"}},
		"twice":         {"short: A\nshort: B\n", []string{"2:1 warning spec-shape key short occurs twice; the first is in line 1"}},
		"wrong shape":   {"short: [a]\n", []string{"1:8 warning spec-shape short must be a text but is a list"}},
		"bad strategy":  {"deployStrategy: sometimes\n", []string{`1:17 warning spec-shape deployStrategy "sometimes" is not known`}},
		"tabs":          {"config:\n\t- groupName: A\n\t  items: []\n", []string{"2:1 warning spec-syntax the options panel is indented with tabs"}},
		"nameless":      {"annotations:\n  node:\n  - description: x\n", []string{"3:5 warning spec-shape an annotation has no name"}},
		"too deep":      {"config:\n- type: tabular\n" + nested(6), []string{"warning spec-shape tables are nested more than 4 deep"}},
		"item is text":  {"config:\n- groupName: A\n  items: [x]\n", []string{"warning spec-shape the element must be", "warning spec-shape an element of the options panel has no type"}},
		"mapping group": {"config:\n  groupName: A\n  items:\n    type: label\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, found := nodetype.ParseSpec(tt.text)
			if len(found) != len(tt.want) {
				t.Fatalf("findings %+v, want %d", found, len(tt.want))
			}
			for i, f := range found {
				got := fmt.Sprintf("%d:%d %s %s %s", f.Line, f.Column, f.Severity, f.Code, f.Message)
				if !strings.Contains(got, tt.want[i]) {
					t.Errorf("finding %q, want %q", got, tt.want[i])
				}
				if f.Hint == "" {
					t.Errorf("no hint: %q", got)
				}
			}
		})
	}
}

// nested returns nested tables.
func nested(depth int) string {
	var text strings.Builder
	for i := range depth {
		indent := strings.Repeat("  ", i+1)
		text.WriteString(indent + "columns:\n" + indent + "- type: tabular\n")
	}
	return text.String()
}

func TestParseSpecKeepsWhatItCan(t *testing.T) {
	t.Parallel()
	spec, _ := nodetype.ParseSpec("short: A\nSHORT: B\nfoo: 1\nconfig:\n\t- groupName: G\n\t  items:\n\t  - type: SLIDER\n\t    attributeName: x\n")
	if spec.Short != "B" || len(spec.Groups) != 1 || spec.Groups[0].Name != "G" {
		t.Fatalf("spec = %+v", spec)
	}
	if item := spec.Groups[0].Items[0]; item.Type != "SLIDER" || item.Attribute != "x" {
		t.Errorf("item = %+v", item)
	}
	if spec, _ := nodetype.ParseSpec("config: ["); spec.Strategy != transform.DeployDefault {
		t.Errorf("a broken panel is not usable: %+v", spec)
	}
}

func TestParseSpecHasLimits(t *testing.T) {
	t.Parallel()
	_, found := nodetype.ParseSpec(strings.Repeat("#", 2<<20))
	if len(found) != 1 || found[0].Code != diagnostic.SpecSyntax {
		t.Errorf("a panel of two megabytes: %+v", found)
	}
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "key%d: 1\n", i)
	}
	if _, found := nodetype.ParseSpec(many.String()); len(found) != 100 {
		t.Errorf("%d findings, want 100", len(found))
	}
}

func TestPositionInTheFile(t *testing.T) {
	t.Parallel()
	spec := diagnostic.Position{Line: 7, Column: 5}
	if got := nodetype.PositionInFile(spec, diagnostic.Position{Line: 3, Column: 2}); got != (diagnostic.Position{Line: 9, Column: 6}) {
		t.Errorf("position = %v", got)
	}
	if got := nodetype.PositionInFile(diagnostic.Position{}, diagnostic.Position{Line: 3, Column: 2}); got != (diagnostic.Position{}) {
		t.Errorf("position without a file = %v", got)
	}
}

func FuzzParseSpec(f *testing.F) {
	f.Add(wholePanel)
	for _, kind := range nodetype.Library() {
		f.Add(kind.SpecText)
	}
	for _, text := range []string{"", "a", "- a", "\t", "config:\n\t- a: b", "config: {a: {b: [c]}}", "annotations: [a]", "a: &x [*x]", "config: [{type: x, columns: 3}]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, found := nodetype.ParseSpec(text)
		for _, finding := range found {
			if finding.Message == "" || finding.Code == "" || finding.Severity == "" {
				t.Errorf("finding without a message: %+v", finding)
			}
		}
		if spec.Strategy == "" {
			t.Error("no deploy strategy")
		}
		nodetype.WithDefaults(spec, nil)
		nodetype.NewPanel(&spec)
	})
}
