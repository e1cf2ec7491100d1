package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
)

// callNames returns the names of columns, which are texts or objects with a name, separated by commas.
func (d *Dialect) callNames(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("columns", "prefix?")
	if err != nil {
		return jinja.Value{}, err
	}
	columns, err := given[0].Items()
	if err != nil {
		return jinja.Value{}, err
	}
	prefix := given[1].String()
	names := make([]string, len(columns))
	for i, column := range columns {
		name, isText := column.AsString()
		if !isText {
			name = column.Attr("name").String()
		}
		names[i] = prefix + d.Quote(name)
	}
	return jinja.String(strings.Join(names, ", ")), nil
}

func (d *Dialect) callBoolean(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("value")
	if err != nil {
		return jinja.Value{}, err
	}
	return jinja.String(d.Boolean(given[0].Truth())), nil
}

func (d *Dialect) callShift(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("moment", "amount", "unit")
	if err != nil {
		return jinja.Value{}, err
	}
	amount, ok := given[1].AsInt()
	if !ok {
		return jinja.Value{}, fault.New(fault.Invalid, "dialect.shift needs a whole number, not %s", given[1])
	}
	return answer(d.Shift(given[0].String(), amount, given[2].String()))
}

func (d *Dialect) callHash(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("expressions", "algorithm?", "data_type?")
	if err != nil {
		return jinja.Value{}, err
	}
	expressions, err := textList(given[0])
	if err != nil {
		return jinja.Value{}, err
	}
	return answer(d.Hash(expressions, given[1].String(), given[2].String()))
}

func (d *Dialect) callColumn(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("name", "data_type", "not_null?", "default?")
	if err != nil {
		return jinja.Value{}, err
	}
	return jinja.String(d.Define(Column{
		Name: given[0].String(), Type: given[1].String(), NotNull: given[2].Truth(), Default: given[3].String(),
	})), nil
}

func (d *Dialect) callUpdateFrom(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("table", "source", "set", "on", "where?")
	if err != nil {
		return jinja.Value{}, err
	}
	set, err := textList(given[2])
	if err != nil {
		return jinja.Value{}, err
	}
	return jinja.String(d.UpdateFrom(Update{
		Table: given[0].String(), From: given[1].String(), Set: set, On: given[3].String(), Where: given[4].String(),
	})), nil
}

// textList reads a list of texts.
func textList(v jinja.Value) ([]string, error) {
	items, err := v.Items()
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.String()
	}
	return texts, nil
}

func answer(text string, err error) (jinja.Value, error) {
	if err != nil {
		return jinja.Value{}, err
	}
	return jinja.String(text), nil
}
