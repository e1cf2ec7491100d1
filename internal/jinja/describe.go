package jinja

// Entry describes a name that templates can use, for the reference of templates. A test renders the example.
type Entry struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"` // other names with the same meaning
	Usage   string   `json:"usage"`             // how it is written, with its parameters
	Meaning string   `json:"meaning"`
	Example string   `json:"example"`
	Output  string   `json:"output"` // of the example
}

// DescribeGlobals describes the functions of every template. A test compares it with the functions that exist.
func DescribeGlobals() []Entry {
	return []Entry{
		{Name: "cycler", Usage: "cycler(items…)", Meaning: "Returns its items one after another with `next()`, and begins again after the last.", Example: "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}", Output: "aba"},
		{Name: "dict", Usage: "dict(key=value, …)", Meaning: "Returns a dict.", Example: "{{ dict(a=1).a }}", Output: "1"},
		{Name: "joiner", Usage: "joiner(sep=', ')", Meaning: "Returns nothing on its first call, and the separator on each further one.", Example: "{% set comma = joiner() %}{% for x in [1, 2] %}{{ comma() }}{{ x }}{% endfor %}", Output: "1, 2"},
		{Name: "namespace", Usage: "namespace(name=value, …)", Meaning: "Returns an object whose fields a loop can set for the text after the loop.", Example: "{% set n = namespace(sum=0) %}{% for x in [1, 2] %}{% set n.sum = n.sum + x %}{% endfor %}{{ n.sum }}", Output: "3"},
		{Name: "range", Usage: "range(start=0, stop, step=1)", Meaning: "Returns the numbers from start up to and without stop.", Example: "{{ range(3) | join(' ') }}", Output: "0 1 2"},
	}
}
