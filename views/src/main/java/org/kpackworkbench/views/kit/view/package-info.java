/** Common parts of views of documents. UI thread only. */
package org.kpackworkbench.views.kit.view;
