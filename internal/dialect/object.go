package dialect

import (
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
)

// Object returns the variable dialect of templates. All renders share it, and they cannot change it.
func (d *Dialect) Object() jinja.Value { return d.object }

func (d *Dialect) makeObject() jinja.Value {
	object := jinja.NewDict()
	object.Set("name", jinja.String(d.kind))
	object.Set("concat", jinja.String(d.concat))
	object.Set("publishes_by_statement", jinja.Bool(d.PublishesByStatement()))
	object.Set("transactional_ddl", jinja.Bool(d.capabilities.TransactionalDDL))
	object.Set("replaces_tables", jinja.Bool(d.capabilities.ReplacesTables))
	object.Set("generates_keys", jinja.Bool(d.capabilities.GeneratesKeys))
	object.Set("supports_merge", jinja.Bool(d.capabilities.Merges))
	object.Set("reads_files", jinja.Bool(d.capabilities.ReadsFiles))
	object.Set("loses_not_null", jinja.Bool(d.capabilities.LosesNotNull))
	object.Set("changes_by_alias", jinja.Bool(!d.capabilities.LacksAliases))
	object.Set("inserts_exact_types", jinja.Bool(d.capabilities.InsertsExactTypes))
	for _, f := range d.textFunctions() {
		object.Set(f.name, f.value())
	}
	for _, f := range []struct {
		name string
		body func(jinja.Arguments) (jinja.Value, error)
	}{
		{"names", d.callNames},
		{"boolean", d.callBoolean},
		{"shift", d.callShift},
		{"hash", d.callHash},
		{"column", d.callColumn},
		{"update_from", d.callUpdateFrom},
		{"read_file", d.callReadFile},
		{"fail", callFail},
	} {
		object.Set(f.name, jinja.Function("dialect."+f.name, f.body))
	}
	return jinja.DictValue(object).Freeze()
}

// textFunction is a template function from texts to a text.
type textFunction struct {
	name       string
	parameters []string
	body       func(given []string) string
	one        func(given string) string // instead of body, if there is one parameter
}

func (d *Dialect) textFunctions() []textFunction {
	one := func(name, parameter string, f func(string) string) textFunction {
		return textFunction{name: name, parameters: []string{parameter}, one: f}
	}
	two := func(name, first, second string, f func(a, b string) string) textFunction {
		return textFunction{name: name, parameters: []string{first, second}, body: func(given []string) string { return f(given[0], given[1]) }}
	}
	return []textFunction{
		one("quote", "identifier", d.Quote),
		one("literal", "text", d.Literal),
		one("moment", "text", d.Moment),
		one("type", "data_type", d.Type),
		two("cast", "expression", "data_type", d.Cast),
		{name: "now", body: func([]string) string { return d.now }},
		two("differs", "a", "b", d.Differs),
		two("same", "a", "b", d.Same),
		two("same_key", "a", "b", d.SameKey),
		two("beside", "table", "suffix", d.Beside),
		one("create_table", "table", d.CreateTable),
		one("create_view", "view", d.CreateView),
		one("drop_table", "table", d.DropTable),
		one("drop_view", "view", d.DropView),
		one("empty_table", "table", d.EmptyTable),
		one("work_table", "table", d.WorkTable),
		one("create_work_table", "work", d.CreateWorkTable),
		two("define_key", "table", "column", d.DefineKey),
		two("make_key", "table", "column", d.MakeKey),
		one("create_key", "table", d.CreateKey),
		one("drop_key", "table", d.DropKey),
		two("set_not_null", "table", "column", func(table, column string) string {
			return d.SetColumnNull(table, Column{Name: column, NotNull: true})
		}),
		{name: "set_default", parameters: []string{"table", "column", "default"}, body: func(given []string) string {
			return d.SetColumnDefault(given[0], Column{Name: given[1], Default: given[2]})
		}},
	}
}

func (f textFunction) value() jinja.Value {
	return jinja.Function("dialect."+f.name, func(args jinja.Arguments) (jinja.Value, error) {
		given := args.Positional
		if len(given) != len(f.parameters) || len(args.Named) > 0 {
			var err error
			if given, err = args.Bind(f.parameters...); err != nil {
				return jinja.Value{}, err
			}
		}
		if f.one != nil {
			return jinja.String(f.one(given[0].String())), nil
		}
		texts := make([]string, len(given))
		for i, v := range given {
			texts[i] = v.String()
		}
		return jinja.String(f.body(texts)), nil
	})
}

// callFail ends a render: a template calls it if it has no SQL for a request.
func callFail(args jinja.Arguments) (jinja.Value, error) {
	given, err := args.Bind("message", "hint?")
	if err != nil {
		return jinja.Value{}, err
	}
	return jinja.Value{}, fault.New(fault.Invalid, "%s", given[0]).WithHint("%s", given[1])
}
