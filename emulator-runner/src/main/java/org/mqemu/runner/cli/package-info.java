/**
 * The command line: options, exit codes, progress, and where a report goes.
 *
 * <p>Standard output carries data and nothing else; whatever is said about the run goes to standard error, a line for
 * each thing.
 */
@NullMarked
package org.mqemu.runner.cli;

import org.jspecify.annotations.NullMarked;
