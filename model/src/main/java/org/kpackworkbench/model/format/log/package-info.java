/**
 * The text of logs: lines of files of any size and encoding, and what writers, terminals and
 * collectors of logs put around a message.
 *
 * <p>{@link org.kpackworkbench.model.format.log.LogLines} finds a line by its number without
 * keeping lines in memory, {@link org.kpackworkbench.model.format.log.LogMessages} takes the
 * messages of a loader out of a line, and {@link org.kpackworkbench.model.format.log.LogWriters}
 * determines from the text before them which belong together. {@link
 * org.kpackworkbench.model.format.log.LoaderWording} and {@link
 * org.kpackworkbench.model.format.log.RuntimeWording} are the words that are known, {@link
 * org.kpackworkbench.model.format.log.LoaderLog} whether a file has any of them.
 */
package org.kpackworkbench.model.format.log;
