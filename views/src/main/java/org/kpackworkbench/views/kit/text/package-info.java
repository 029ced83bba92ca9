/**
 * Text in controls: characters that cannot be seen are shown by their number ({@link
 * org.kpackworkbench.views.kit.text.VisibleText}), the name of a function is found in its C++
 * signature ({@link org.kpackworkbench.views.kit.text.FunctionName}), and Tab leaves a text area
 * ({@link org.kpackworkbench.views.kit.text.TabKey}).
 */
package org.kpackworkbench.views.kit.text;
