/** What views of documents have in common. UI thread only. */
package org.kpackworkbench.views.kit.view;
