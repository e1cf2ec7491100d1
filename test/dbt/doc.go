// Package dbt compares the tables of an imported project with those that dbt itself builds from the same files.
package dbt
