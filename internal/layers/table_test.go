package layers_test

// row is a package's entry in the table.
type row struct {
	layer   int
	support bool // exists for tests: only tests and other support packages import it
}

// table returns the layer of each package of the module, named by its folder. A package imports only lower layers.
//
// A new package gets its row in the change that adds it. Choose the lowest layer that is above everything the package
// needs. If that layer is too high for the packages that will use it, the package probably contains two ideas.
func table() map[string]row {
	return map[string]row{
		// The API.
		"api":    {layer: 0},
		"client": {layer: 1},

		// Base packages: needed everywhere, with almost no dependencies.
		"internal/fault":     {layer: 0},
		"internal/ids":       {layer: 0},
		"internal/telemetry": {layer: 0},
		"internal/webui":     {layer: 0},
		"docs":               {layer: 0},
		"internal/docsite":   {layer: 1},
		"internal/page":      {layer: 1},
		"internal/validate":  {layer: 1},
		"internal/config":    {layer: 1},
		"internal/secret":    {layer: 1},
		"internal/gitrepo":   {layer: 1},
		"internal/network":   {layer: 0},
		"internal/egress":    {layer: 1},
		"internal/backoff":   {layer: 0},
		"internal/collector": {layer: 0},
		"internal/lockfile":  {layer: 1},
		"internal/diskspace": {layer: 0},
		"internal/totp":      {layer: 0},
		"internal/backup":    {layer: 1},
		"internal/mail":      {layer: 1},

		"internal/workerlabel": {layer: 0},

		// The transform core: values in, values out; no database, no network, no clock.
		"internal/diagnostic":  {layer: 0},
		"internal/enginekind":  {layer: 0},
		"internal/graph":       {layer: 0},
		"internal/jinja":       {layer: 0},
		"internal/sqltext":     {layer: 0},
		"internal/yamldoc":     {layer: 0},
		"internal/ddl":         {layer: 1},
		"internal/dialect":     {layer: 1},
		"internal/transform":   {layer: 1},
		"internal/portability": {layer: 1},
		"internal/lineage":     {layer: 2},
		"internal/nodetype":    {layer: 2},
		"internal/selector":    {layer: 2},
		"internal/projectfile": {layer: 3},
		"internal/render":      {layer: 3},
		"internal/compiler":    {layer: 4},
		"internal/sample":      {layer: 1},
		"internal/reference":   {layer: 4},

		"internal/compilecache": {layer: 5},
		"internal/dbtimport":    {layer: 5},

		// Engines: know SQL and connections only.
		"internal/engine":                          {layer: 2},
		"internal/engine/duckdb":                   {layer: 3},
		"internal/engine/postgres":                 {layer: 3},
		"internal/engine/snowflake":                {layer: 3},
		"internal/engine/snowflake/driverswitches": {layer: 0},
		"internal/engine/trino":                    {layer: 3},
		"internal/engine/duckdbprocess":            {layer: 4},
		"internal/engine/ducklake":                 {layer: 4},

		// The control plane: each domain term with its rules, its service and the store interface that it needs.
		"internal/account": {layer: 2},
		"internal/admin":   {layer: 4},
		"internal/audit":   {layer: 3},

		"internal/auditstream": {layer: 4},

		"internal/authn": {layer: 3},

		"internal/singlesignon": {layer: 4},
		"internal/scim":         {layer: 3},

		"internal/project":      {layer: 4},
		"internal/installation": {layer: 5},
		"internal/passwordlink": {layer: 4},

		"internal/plan":       {layer: 3},
		"internal/run":        {layer: 5},
		"internal/staging":    {layer: 4},
		"internal/planner":    {layer: 5},
		"internal/nodegraph":  {layer: 5},
		"internal/schedule":   {layer: 5},
		"internal/difference": {layer: 5},
		"internal/archive":    {layer: 1},
		"internal/snapshot":   {layer: 5},
		"internal/webhook":    {layer: 5},
		"internal/worker":     {layer: 5},
		"internal/workspace":  {layer: 5},
		"internal/refresh":    {layer: 6},
		"internal/deploy":     {layer: 6},
		"internal/repository": {layer: 6},
		"internal/overview":   {layer: 6},
		"internal/catalog":    {layer: 5},
		"internal/search":     {layer: 6},

		// Execution.
		"internal/execute":   {layer: 6},
		"internal/progress":  {layer: 6},
		"internal/localrun":  {layer: 7},
		"internal/runner":    {layer: 7},
		"internal/scheduler": {layer: 7},
		"internal/retention": {layer: 7},

		// Interfaces to the outside.
		"internal/store":   {layer: 7},
		"internal/httpapi": {layer: 7},
		"internal/app":     {layer: 8},
		"internal/cli":     {layer: 9},
		"cmd/millrace":     {layer: 10},

		// Parts of the command line.
		"internal/cli/profile": {layer: 1},
		"internal/cli/doctor":  {layer: 2},
		"internal/cli/review":  {layer: 7},

		// For tests and measurements.
		"internal/layers":            {layer: 0, support: true},
		"internal/vocabulary":        {layer: 0, support: true},
		"internal/pgtest":            {layer: 0, support: true},
		"internal/mailtest":          {layer: 0, support: true},
		"internal/laketest":          {layer: 1, support: true},
		"internal/snowflaketest":     {layer: 3, support: true},
		"internal/trinotest":         {layer: 0, support: true},
		"internal/openapitest":       {layer: 1, support: true},
		"internal/store/storetest":   {layer: 8, support: true},
		"internal/engine/enginetest": {layer: 3, support: true},
		"internal/execute/simengine": {layer: 6, support: true},
		"internal/statetest":         {layer: 8, support: true},
		"internal/apptest":           {layer: 9, support: true},
		"internal/projectgen":        {layer: 4, support: true},
		"bench":                      {layer: 10, support: true},
		"bench/peers":                {layer: 10, support: true},
		"test/attack":                {layer: 10, support: true},
		"test/backup":                {layer: 10, support: true},
		"test/singlesignon":          {layer: 10, support: true},
		"test/mailserver":            {layer: 10, support: true},
		"test/sbom":                  {layer: 10, support: true},
		"test/contract":              {layer: 10, support: true},
		"test/durability":            {layer: 10, support: true},
		"test/projects":              {layer: 10, support: true},
		"test/readme":                {layer: 10, support: true},
		"test/crash":                 {layer: 10, support: true},
		"test/refresh":               {layer: 10, support: true},
		"test/schedules":             {layer: 10, support: true},
		"test/scale":                 {layer: 10, support: true},
		"test/deploy":                {layer: 10, support: true},
		"test/dbt":                   {layer: 10, support: true},
		"test/compat":                {layer: 10, support: true},
	}
}
