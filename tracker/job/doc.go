// Package job puts together what decides which calls met (meet) and the judges, and takes the ops of all ranks.
package job
