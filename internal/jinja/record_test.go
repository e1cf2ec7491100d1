package jinja_test

import (
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// point is a record that counts how often its list is computed.
type point struct{ lists int }

func (p *point) Field(name string) (jinja.Value, jinja.FieldKind) {
	switch name {
	case "x":
		return jinja.Int(1), jinja.PlainField
	case "list":
		p.lists++
		return jinja.NewList(jinja.Int(7)), jinja.KeptField
	default:
		return jinja.Value{}, jinja.NoField
	}
}

func (p *point) Fill(d *jinja.Dict) {
	for _, name := range []string{"x", "list"} {
		value, _ := p.Field(name)
		d.Set(name, value)
	}
}

func TestRecordIsADict(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{{ r.x }}{{ r['x'] }}{{ r.get('x') }}":                       "111",
		"{{ r.y is defined }} {{ r.y }} {{ r.get('y', 5) }}":          "False  5",
		"{{ r }} {{ r | length }} {{ r.keys() | list }}":              "{'x': 1, 'list': [7]} 2 ['x', 'list']",
		"{% for key in r %}{{ key }} {% endfor %}{{ 'x' in r }}":      "x list True",
		"{{ r == {'list': [7], 'x': 1} }}, {{ r == r.copy() }}":       "True, True",
		"{% set _ = r.list.append(8) %}{{ r.list }}{{ r }}":           "[7, 8]{'x': 1, 'list': [7, 8]}",
		"{% set _ = r.update({'x': 2, 'y': 3}) %}{{ r.x }}{{ r.y }}":  "23",
		"{% set _ = r.pop('x') %}{{ r.x is defined }}{{ r }}":         "False{'list': [7]}",
		"{% set _ = r.clear() %}{{ r }}{{ r.x is defined }}":          "{}False",
		"{{ r.setdefault('x', 9) }}{{ r.setdefault('y', 9) }}{{ r }}": "19{'x': 1, 'list': [7], 'y': 9}",
		"{{ 'yes' if r else 'no' }}":                                  "yes",
	} {
		template, err := jinja.NewEnvironment(jinja.Options{}).Compile("record", text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := template.Render(jinja.Input{Variables: map[string]jinja.Value{"r": jinja.RecordValue(&point{})}})
		if err != nil || got != want {
			t.Errorf("%s\n got %q, %v\nwant %q", text, got, err, want)
		}
	}
}

func TestRecordComputesOnlyWhatIsRead(t *testing.T) {
	t.Parallel()
	points := make([]point, 3)
	list := jinja.RecordList(len(points), func(i int) jinja.Record { return &points[i] })
	template, err := jinja.NewEnvironment(jinja.Options{}).Compile("records", "{% for p in list %}{{ p.x }}{% endfor %}{{ list[1].list }}{{ list[1].list }}")
	if err != nil {
		t.Fatal(err)
	}
	got, err := template.Render(jinja.Input{Scope: jinja.Variables{"list": list}})
	if err != nil || got != "111[7][7]" {
		t.Fatalf("%q, %v", got, err)
	}
	if points[0].lists != 0 || points[1].lists != 1 || points[2].lists != 0 {
		t.Errorf("lists were computed %d, %d and %d times", points[0].lists, points[1].lists, points[2].lists)
	}
}
