package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	localrun "github.com/millrace/millrace/internal/localrun"
)

// maxQuery is the size limit of a query from standard input, in bytes.
const maxQuery = 1 << 20

func (p Program) query() *cobra.Command {
	flags := newRowFlags()
	var folder string
	command := &cobra.Command{
		Use:   "query SQL",
		Short: "Query the tables of a local run",
		Long: "Runs one query on the DuckDB files that `millrace run` wrote, and prints its rows. It cannot change the data. In the\n" +
			"query a node is NAME, if only one node has this name, or LOCATION.NAME; tables without a node have the full name\n" +
			"database.schema.table. Pass - to read the query from standard input. Only one process at a time can use the data\n" +
			"folder.\n\n" +
			"JSON: columns, each with name and type; rows, each a list of values; hasMore.",
		Example: "millrace query 'SELECT country_code, count(*) FROM DIM_CUSTOMER GROUP BY ALL'\n\n" +
			"# with the location; up to 1000 rows as JSON\nmillrace query 'FROM CORE.FCT_ORDER' --limit 1000 --json\n\n" +
			"# from a file\nmillrace query - --dir shop < report.sql",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error { return p.runQuery(command, &flags, folder, args[0]) },
	}
	flags.register(command)
	dirFlag(command, &folder)
	command.ValidArgsFunction = cobra.NoFileCompletions
	return command
}

func (p Program) runQuery(command *cobra.Command, flags *rowFlags, named, text string) error {
	if err := flags.check(); err != nil {
		return err
	}
	text, err := p.queryText(text)
	if err != nil {
		return err
	}
	folder, err := findProject(named)
	if err != nil {
		return err
	}
	compiled, err := flags.compile(command, folder)
	if err != nil {
		return err
	}
	return p.printLocal(command.Context(), flags, folder, func(data *localrun.DataFolder) (engine.Rows, error) {
		return data.Query(command.Context(), compiled, text, flags.limit)
	})
}

// queryText returns the query of the argument or, for -, from standard input.
func (p Program) queryText(argument string) (string, error) {
	if argument == "-" && p.Stdin != nil {
		raw, err := io.ReadAll(io.LimitReader(p.Stdin, maxQuery+1))
		if err != nil {
			return "", fault.Wrap(err, fault.Conflict, "cannot read the query from standard input")
		}
		argument = string(raw)
	}
	switch {
	case strings.TrimSpace(argument) == "":
		return "", fault.New(fault.Invalid, "the query is empty").WithHint("Write it in quotes, or pass - to read it from standard input.")
	case len(argument) > maxQuery:
		return "", fault.New(fault.Invalid, "the query is larger than %d bytes", maxQuery)
	}
	return argument, nil
}
