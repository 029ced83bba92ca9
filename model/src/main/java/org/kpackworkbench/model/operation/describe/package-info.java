/**
 * The description of an operation, once: name, summary, options and how a request is made from
 * them. Each request of an operation has a constant {@link
 * org.kpackworkbench.model.operation.describe.Operation}. The command, its help, manual and
 * completion, the fields of the form and the command line that a form shows all come from it.
 *
 * <p>An {@link org.kpackworkbench.model.operation.describe.Option} has a {@link
 * org.kpackworkbench.model.operation.describe.OptionKind}, which reads and writes its values;
 * {@link org.kpackworkbench.model.operation.describe.Arguments} are the values of one request.
 *
 * {@snippet class="tour.Snippets" region="describe"}
 */
package org.kpackworkbench.model.operation.describe;
