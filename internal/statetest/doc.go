// Package statetest gives a test a state database with the current schema. It is for tests only.
//
// Running every migration for every test costs more than most tests do. So the first test that needs a database makes a
// template: a SQLite file in the temporary folder, and a database on the PostgreSQL server. Every later test gets a copy,
// also in other test binaries. The name of a template contains a hash of the migrations, so that a changed migration makes a
// new template.
//
// Tests of the migrations and of the first start on an empty folder or database do not use this package.
package statetest
