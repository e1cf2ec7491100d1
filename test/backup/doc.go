// Package backup backs up and restores servers in processes of their own: during writes, with data, and with kills.
package backup
