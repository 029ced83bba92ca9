/**
 * The text of logs, before anybody knows what it says: lines of files of any size and encoding, and
 * what writers, terminals and collectors of logs put around a message.
 *
 * <p>{@link org.kpackworkbench.model.format.log.LogLines} finds a line by its number without
 * keeping lines in memory, {@link org.kpackworkbench.model.format.log.LogMessages} takes the
 * messages of a loader out of a line, and {@link org.kpackworkbench.model.format.log.LogWriters}
 * tells from what stands before them which belong together.
 */
package org.kpackworkbench.model.format.log;
