/**
 * Meanings of the bytes under the caret: numbers in both byte orders, text, headers of known
 * structures, MessagePack, who owns them, and where an address leads.
 *
 * <p>{@link org.kpackworkbench.views.kit.inspector.InspectorModel} finds the rows in the background
 * and knows no screen; {@link org.kpackworkbench.views.kit.inspector.Inspector} is the table.
 */
package org.kpackworkbench.views.kit.inspector;
