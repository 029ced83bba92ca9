/**
 * Checks and what they find.
 *
 * <p>A {@link org.kpackworkbench.model.base.finding.Rule} checks one thing of one kind of {@link
 * org.kpackworkbench.model.base.finding.Subject} and gives what it finds to a {@link
 * org.kpackworkbench.model.base.finding.Sink}: how bad it is, where, what to do. Rooms of formats
 * bring the rules of their own files; what needs a whole tree is in the room that verifies.
 *
 * {@snippet class="tour.Snippets" region="verify"}
 */
package org.kpackworkbench.model.base.finding;
